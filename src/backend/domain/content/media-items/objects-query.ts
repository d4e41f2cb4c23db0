import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Audience, Counts, ObjectType } from '#contract/core/schemas.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import type { Item } from '../../base/access/access.ts';

export const objectTables: Record<ObjectType, SQL> = {
  feed: sql.identifier('feeds').getSQL(),
  video: sql.identifier('videos').getSQL(),
  gallery: sql.identifier('galleries').getSQL(),
  photo: sql.identifier('photos').getSQL(),
  product: sql.identifier('products').getSQL(),
  auction: sql.identifier('auctions').getSQL(),
};

interface ObjectRow {
  readonly id: string;
  readonly owner: string;
  readonly audience: Audience;
  /** PostgreSQL returns bigint as text. */
  readonly price: string | number;
  readonly included: boolean;
  readonly published: boolean;
  readonly comments_enabled: boolean;
  readonly kind: Item['kind'];
  readonly item: string;
  readonly files: string[];
  readonly title: string;
  /** When a post expires. It counts as expired from then on, even if the job hasn't run yet. */
  readonly ends?: string | Date | null;
}

/** Products and auctions can be viewed for free, whatever buying costs. */
const inTheWindow = sql`'public' AS audience, 0 AS price, false AS included, w.comments_enabled, w.id AS item, '[]'::json AS files`;
const objectRows: Record<ObjectType, SQL> = {
  feed: sql`
    SELECT w.id, w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'feed' AS kind, w.id AS item,
      (SELECT coalesce(json_agg(f.file_id), '[]') FROM feed_files f WHERE f.feed_id = w.id) AS files, w.text AS title, w.expires_at AS ends
    FROM feeds w`,
  video: sql`
    SELECT w.id, w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'video' AS kind, w.id AS item,
      CASE WHEN w.file_id IS NULL THEN '[]'::json ELSE json_build_array(w.file_id) END AS files, w.title
    FROM videos w`,
  gallery: sql`
    SELECT w.id, w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'gallery' AS kind, w.id AS item,
      (SELECT coalesce(json_agg(p.file_id), '[]') FROM photos p WHERE p.gallery_id = w.id AND p.state <> 'removed') AS files, w.title
    FROM galleries w`,
  // A photo in a gallery has the gallery's terms.
  photo: sql`
    SELECT w.id, w.performer_id AS owner, coalesce(g.audience, w.audience) AS audience, coalesce(g.price, 0) AS price, coalesce(g.included_in_subscription, false) AS included,
      w.state = 'published' AND coalesce(g.state = 'published', true) AS published, coalesce(g.comments_enabled, true) AS comments_enabled,
      CASE WHEN g.id IS NULL THEN 'photo' ELSE 'gallery' END AS kind, coalesce(g.id, w.id) AS item,
      (SELECT coalesce(json_agg(p.file_id), '[]') FROM photos p WHERE p.gallery_id = g.id AND p.state <> 'removed') AS files, w.title
    FROM photos w LEFT JOIN galleries g ON g.id = w.gallery_id`,
  product: sql`SELECT w.id, w.performer_id AS owner, w.state = 'published' AS published, 'product' AS kind, w.name AS title, ${inTheWindow} FROM products w`,
  auction: sql`SELECT w.id, w.performer_id AS owner, w.state <> 'cancelled' AS published, 'auction' AS kind, w.title, ${inTheWindow} FROM auctions w`,
};

/** Items of one kind, with the terms that the access rule reads. */
export const findObjects = (db: Db, type: ObjectType, ids: readonly string[]): Promise<ObjectRow[]> =>
  fetchRows(db.execute(sql`${objectRows[type]} WHERE w.id = ANY (${idList(ids)}::text::uuid[])`));

export async function findOwner(db: Db, type: ObjectType, id: string): Promise<string | null> {
  const [row] = await fetchRows<{ owner: string }>(
    db.execute(sql`SELECT performer_id AS owner FROM ${objectTables[type]} WHERE id = ${id}`),
  );
  return row?.owner ?? null;
}

/** Adds to an item's counters. Undefined if there is no such item. */
export async function addCounts(
  db: Db,
  { objectType, id }: { readonly objectType: ObjectType; readonly id: string },
  by: Partial<z.infer<typeof Counts>>,
): Promise<z.infer<typeof Counts> | undefined> {
  const [counts] = await fetchRows<z.infer<typeof Counts>>(
    db.execute(sql`
    UPDATE ${objectTables[objectType]} SET likes = likes + ${by.likes ?? 0}, comments = comments + ${by.comments ?? 0}, bookmarks = bookmarks + ${by.bookmarks ?? 0}
    WHERE id = ${id} RETURNING likes, comments, bookmarks`),
  );
  return counts;
}

/** Locks an item until the end of the transaction. Returns whether there is one. */
export async function lockRow(db: Db, type: ObjectType, id: string): Promise<boolean> {
  const found = await fetchRows(
    db.execute(sql`SELECT 1 FROM ${objectTables[type]} WHERE id = ${id} FOR NO KEY UPDATE`),
  );
  return found.length > 0;
}

/** Deletes the reactions to an item. Returns how many were likes. */
export async function takeReactions(db: Db, type: ObjectType, id: string): Promise<number> {
  const [row] = await fetchRows<{ likes: number }>(
    db.execute(sql`
    WITH gone AS (DELETE FROM reactions WHERE object_type = ${type} AND object_id = ${id} RETURNING action)
    SELECT count(*) FILTER (WHERE action = 'like')::int AS likes FROM gone`),
  );
  return row?.likes ?? 0;
}
