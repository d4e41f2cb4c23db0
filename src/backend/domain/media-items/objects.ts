import { type SQL, sql } from 'drizzle-orm';
import type { AccessView, Audience, Counts, ObjectType } from '#contract/core/schemas.ts';
import type { z } from 'zod';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Item, gatherFacts, isOpenTo, judge } from '../access/access.ts';
import { addToCreatorCounts } from '../accounts/creator-counts.ts';

/** Each kind of thing that is liked, bookmarked and commented, with what people call it. */
export const objectLabels: Record<ObjectType, string> = {
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  photo: 'photo',
  product: 'product',
  auction: 'auction',
};
export const objectTables: Record<ObjectType, SQL> = {
  feed: sql.identifier('feeds').getSQL(),
  video: sql.identifier('videos').getSQL(),
  gallery: sql.identifier('galleries').getSQL(),
  photo: sql.identifier('photos').getSQL(),
  product: sql.identifier('products').getSQL(),
  auction: sql.identifier('auctions').getSQL(),
};

interface ObjectRow {
  readonly owner: string;
  readonly audience: Audience;
  /** bigint: as text. */
  readonly price: string | number;
  readonly included: boolean;
  readonly published: boolean;
  readonly comments_enabled: boolean;
  readonly kind: Item['kind'];
  readonly item: string;
  readonly files: string[];
  readonly title: string;
  /** Of a post that goes by itself: past it the post isn't out, whether or not the job has written so yet. */
  readonly ends?: string | Date | null;
}

/** Products and auctions stand in the window: looking at them is free, whatever buying costs. */
const inTheWindow = sql`'public' AS audience, 0 AS price, false AS included, w.comments_enabled, w.id AS item, '[]'::json AS files`;
const rowOf: Record<ObjectType, SQL> = {
  feed: sql`
    SELECT w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'feed' AS kind, w.id AS item,
      (SELECT coalesce(json_agg(f.file_id), '[]') FROM feed_files f WHERE f.feed_id = w.id) AS files, w.text AS title, w.expires_at AS ends
    FROM feeds w`,
  video: sql`
    SELECT w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'video' AS kind, w.id AS item,
      CASE WHEN w.file_id IS NULL THEN '[]'::json ELSE json_build_array(w.file_id) END AS files, w.title
    FROM videos w`,
  gallery: sql`
    SELECT w.performer_id AS owner, w.audience, w.price, w.included_in_subscription AS included, w.state = 'published' AS published, w.comments_enabled, 'gallery' AS kind, w.id AS item,
      (SELECT coalesce(json_agg(p.file_id), '[]') FROM photos p WHERE p.gallery_id = w.id AND p.state <> 'removed') AS files, w.title
    FROM galleries w`,
  // A photo in a gallery goes by the gallery's terms.
  photo: sql`
    SELECT w.performer_id AS owner, coalesce(g.audience, w.audience) AS audience, coalesce(g.price, 0) AS price, coalesce(g.included_in_subscription, false) AS included,
      w.state = 'published' AND coalesce(g.state = 'published', true) AS published, coalesce(g.comments_enabled, true) AS comments_enabled,
      CASE WHEN g.id IS NULL THEN 'photo' ELSE 'gallery' END AS kind, coalesce(g.id, w.id) AS item,
      (SELECT coalesce(json_agg(p.file_id), '[]') FROM photos p WHERE p.gallery_id = g.id AND p.state <> 'removed') AS files, w.title
    FROM photos w LEFT JOIN galleries g ON g.id = w.gallery_id`,
  product: sql`SELECT w.performer_id AS owner, w.state = 'published' AS published, 'product' AS kind, w.name AS title, ${inTheWindow} FROM products w`,
  auction: sql`SELECT w.performer_id AS owner, w.state <> 'cancelled' AS published, 'auction' AS kind, w.title, ${inTheWindow} FROM auctions w`,
};

/** A thing that can be liked, bookmarked and commented, as the viewer meets it. */
export interface MediaItemObject {
  readonly objectType: ObjectType;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly commentsEnabled: boolean;
  readonly access: AccessView;
  /**
   * It is out and its creator can be met: what is only still read because it was bought has no company any
   * more.
   */
  readonly isOpen: boolean;
}

async function rowById(ctx: Ctx, objectType: ObjectType, id: string): Promise<ObjectRow | undefined> {
  const [row] = await rowsOf<ObjectRow>(ctx.db.execute(sql`${rowOf[objectType]} WHERE w.id = ${id}`));
  return row;
}

/** Whose it is, whoever asks; null for what doesn't exist. Decides nothing. */
export async function ownerOf(ctx: Ctx, objectType: ObjectType, id: string): Promise<string | null> {
  const [row] = await rowsOf<{ owner: string }>(
    ctx.db.execute(sql`SELECT performer_id AS owner FROM ${objectTables[objectType]} WHERE id = ${id}`),
  );
  return row?.owner ?? null;
}

/**
 * One thing of any kind as the viewer may meet it: readable, or locked. @throws AppError 404 for what doesn't
 * exist for them.
 */
export async function objectOf(ctx: Ctx, objectType: ObjectType, id: string): Promise<MediaItemObject> {
  const row = await rowById(ctx, objectType, id);
  if (!row) throw notFound();
  const isPublished = row.published && !(row.ends && new Date(row.ends) <= now(ctx));
  const item: Item = {
    kind: row.kind,
    id: row.item,
    ownerId: row.owner,
    audience: row.audience,
    price: Number(row.price),
    includedInSubscription: row.included,
    isPublished,
    fileIds: row.files,
  };
  const facts = await gatherFacts(ctx, { items: [item] });
  const access = judge(facts, item);
  if (!access.allowed && access.reason !== 'locked') throw notFound();
  const isOpen = isPublished && isOpenTo(facts, row.owner);
  return {
    objectType,
    id,
    ownerId: row.owner,
    title: row.title,
    commentsEnabled: row.comments_enabled,
    access,
    isOpen,
  };
}

/**
 * Adds to a count that stands on the thing itself. @throws AppError 404 when it went meanwhile: the
 * transaction leaves nothing then.
 */
export async function addToCounts(
  tx: Ctx,
  object: { objectType: ObjectType; id: string },
  by: Partial<z.infer<typeof Counts>>,
): Promise<z.infer<typeof Counts>> {
  const [counts] = await rowsOf<z.infer<typeof Counts>>(
    tx.db.execute(sql`
    UPDATE ${objectTables[object.objectType]} SET likes = likes + ${by.likes ?? 0}, comments = comments + ${by.comments ?? 0}, bookmarks = bookmarks + ${by.bookmarks ?? 0}
    WHERE id = ${object.id} RETURNING likes, comments, bookmarks`),
  );
  if (!counts) throw notFound();
  return counts;
}

/**
 * Holds the thing to the end of the transaction, so that its counts and what they count change one after the
 * other.
 */
export async function lockObject(
  tx: Ctx,
  { objectType, id }: { objectType: ObjectType; id: string },
): Promise<void> {
  const found = await rowsOf(
    tx.db.execute(sql`SELECT 1 FROM ${objectTables[objectType]} WHERE id = ${id} FOR NO KEY UPDATE`),
  );
  if (found.length === 0) throw notFound();
}

/**
 * Takes with a thing that is deleted for good what people made of it. Call it in the deleting transaction,
 * which holds the creator's row and the thing's own: likes of it count for the creator no more.
 */
export async function forgetObject(
  tx: Ctx,
  objectType: ObjectType,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const [row] = await rowsOf<{ likes: number }>(
    tx.db.execute(sql`
    WITH gone AS (DELETE FROM reactions WHERE object_type = ${objectType} AND object_id = ${id} RETURNING action)
    SELECT count(*) FILTER (WHERE action = 'like')::int AS likes FROM gone`),
  );
  await tx.db.execute(sql`DELETE FROM comments WHERE object_type = ${objectType} AND object_id = ${id}`);
  if (row) await addToCreatorCounts(tx, ownerId, { likes: -row.likes });
}
