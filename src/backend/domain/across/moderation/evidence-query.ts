import { type SQL, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

export type MediaKind = ObjectType | 'stream';
interface MediaItem {
  readonly table: string;
  readonly isPublished: SQL;
  readonly files: SQL;
}
const linked = (table: string, column: string): SQL =>
  sql`SELECT file_id FROM ${sql.identifier(table)} l WHERE l.${sql.identifier(column)} = t.id`;
const named = (column: string): SQL =>
  sql`SELECT t.${sql.identifier(column)} WHERE t.${sql.identifier(column)} IS NOT NULL`;
const published = sql`t.state = 'published'`;
const mediaItems: Record<MediaKind, MediaItem> = {
  feed: {
    table: 'feeds',
    isPublished: published,
    files: sql`${linked('feed_files', 'feed_id')} UNION ${named('thumbnail_id')} UNION ${named('teaser_id')}`,
  },
  video: {
    table: 'videos',
    isPublished: published,
    files: sql`${named('file_id')} UNION ${named('thumbnail_id')} UNION ${named('teaser_id')}`,
  },
  gallery: {
    table: 'galleries',
    isPublished: published,
    files: sql`SELECT p.file_id FROM photos p WHERE p.gallery_id = t.id`,
  },
  photo: {
    table: 'photos',
    files: sql`SELECT t.file_id`,
    isPublished: sql`t.state = 'published' AND (t.gallery_id IS NULL OR EXISTS (SELECT 1 FROM galleries g WHERE g.id = t.gallery_id AND g.state = 'published'))`,
  },
  product: {
    table: 'products',
    isPublished: published,
    files: sql`${linked('product_images', 'product_id')} UNION ${linked('product_files', 'product_id')}`,
  },
  auction: {
    table: 'auctions',
    isPublished: sql`t.state <> 'cancelled'`,
    files: linked('auction_images', 'auction_id'),
  },
  stream: {
    table: 'streams',
    isPublished: sql`t.state <> 'cancelled'`,
    files: sql`SELECT x.file_id FROM videos v CROSS JOIN LATERAL unnest(ARRAY[v.file_id, v.thumbnail_id, v.teaser_id]) AS x (file_id) WHERE v.id = t.replay_video_id AND x.file_id IS NOT NULL`,
  },
};

export interface MediaRow {
  owner_id: string;
  is_published: boolean;
  row: Record<string, unknown>;
  files: string[];
}

/** A media item with its files, whoever may see it. */
export async function selectMediaItem(db: Db, kind: MediaKind, id: string): Promise<MediaRow | undefined> {
  const { table, isPublished, files } = mediaItems[kind];
  const [row] = await fetchRows<MediaRow>(
    db.execute(sql`
    SELECT t.performer_id AS owner_id, ${isPublished} AS is_published, to_jsonb(t) AS row, ARRAY(SELECT f.file_id::text FROM (${files}) AS f) AS files FROM ${sql.identifier(table)} t WHERE t.id = ${id}`),
  );
  return row;
}

export const selectMediaFiles = (db: Db, kind: MediaKind, id: string): Promise<{ file_id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT f.file_id FROM ${sql.identifier(mediaItems[kind].table)} t CROSS JOIN LATERAL (${mediaItems[kind].files}) AS f WHERE t.id = ${id}`),
  );

/** The files of a message, wherever it was sent. */
export const selectMessageFiles = (db: Db, id: string): Promise<{ file_id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT file_id FROM message_files WHERE message_id = ${id} UNION SELECT file_id FROM stream_message_files WHERE message_id = ${id}`),
  );

/** What isn’t a media item, by its id: whose it is, and its row. */
const others: Record<Exclude<ReportTarget, MediaKind>, SQL> = {
  account: sql`SELECT t.id, t.id AS owner_id, jsonb_build_object('username', t.username, 'name', t.name, 'bio', t.bio, 'avatar', t.avatar, 'cover', t.cover, 'isPerformer', t.is_performer) AS row FROM accounts t`,
  comment: sql`SELECT t.id, t.author_id AS owner_id, to_jsonb(t) AS row FROM comments t`,
  message: sql`SELECT t.id, t.sender_id AS owner_id, to_jsonb(t) AS row FROM messages t
    UNION ALL SELECT t.id, t.sender_id, to_jsonb(t) FROM stream_messages t`,
};
export const isOther = (type: ReportTarget): type is keyof typeof others => Object.hasOwn(others, type);

/** What isn’t a media item, whoever may see it. */
export async function selectOther(
  db: Db,
  type: keyof typeof others,
  id: string,
): Promise<{ owner_id: string; row: Record<string, unknown> } | undefined> {
  const [found] = await fetchRows<{ owner_id: string; row: Record<string, unknown> }>(
    db.execute(sql`SELECT owner_id, row FROM (${others[type]}) AS found WHERE id = ${id}`),
  );
  return found;
}
