import { type SQL, sql } from 'drizzle-orm';
import type { AccessView, Audience, Counts, ObjectType } from '#contract/core/schemas.ts';
import type { z } from 'zod';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Item, loadAccessFacts, isOpenTo, decideAccess, isShown } from '../../base/access/access.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';

/** The kinds that can be liked, bookmarked, and commented on, with the word for each in messages. */
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

interface Row {
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

/** An item that can be liked, bookmarked, and commented on, as the viewer sees it. */
export interface MediaItemObject {
  readonly objectType: ObjectType;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly commentsEnabled: boolean;
  readonly access: AccessView;
  /**
   * Whether the item is published and the viewer may see its creator. A buyer can still read an item that
   * isn't, but not interact with it.
   */
  readonly isOpen: boolean;
}

async function rowsById(ctx: Ctx, objectType: ObjectType, ids: readonly string[]): Promise<Row[]> {
  return fetchRows<Row>(
    ctx.db.execute(sql`${objectRows[objectType]} WHERE w.id = ANY (${idList(ids)}::text::uuid[])`),
  );
}

/** The item's creator; null when it doesn't exist. Doesn't check access. */
export async function ownerOf(ctx: Ctx, objectType: ObjectType, id: string): Promise<string | null> {
  const [row] = await fetchRows<{ owner: string }>(
    ctx.db.execute(sql`SELECT performer_id AS owner FROM ${objectTables[objectType]} WHERE id = ${id}`),
  );
  return row?.owner ?? null;
}

/** Items of one kind, as far as the viewer can see them, readable or locked. In no particular order. */
export async function objectsOf(
  ctx: Ctx,
  objectType: ObjectType,
  ids: readonly string[],
): Promise<MediaItemObject[]> {
  const rows = await rowsById(ctx, objectType, ids);
  const moment = now(ctx);
  const items = rows.map((row): Item => ({
    kind: row.kind,
    id: row.item,
    ownerId: row.owner,
    audience: row.audience,
    price: Number(row.price),
    includedInSubscription: row.included,
    isPublished: row.published && !(row.ends && new Date(row.ends) <= moment),
    fileIds: row.files,
  }));
  const facts = await loadAccessFacts(ctx, { items });
  return rows.flatMap((row, at) => {
    const item = items[at] as Item;
    const access = decideAccess(facts, item);
    if (!isShown({ access })) return [];
    return {
      objectType,
      id: row.id,
      ownerId: row.owner,
      title: row.title,
      commentsEnabled: row.comments_enabled,
      access,
      isOpen: item.isPublished && isOpenTo(facts, row.owner),
    };
  });
}

/**
 * An item of any kind that the viewer can see, readable or locked.
 * @throws AppError 404 when it doesn't exist for the viewer.
 */
export async function objectOf(ctx: Ctx, objectType: ObjectType, id: string): Promise<MediaItemObject> {
  const [object] = await objectsOf(ctx, objectType, [id]);
  if (!object) throw notFound();
  return object;
}

/**
 * Adjusts the counters on an item.
 * @throws AppError 404 when it was deleted in the meantime.
 */
export async function addToCounts(
  tx: Ctx,
  object: { objectType: ObjectType; id: string },
  by: Partial<z.infer<typeof Counts>>,
): Promise<z.infer<typeof Counts>> {
  const [counts] = await fetchRows<z.infer<typeof Counts>>(
    tx.db.execute(sql`
    UPDATE ${objectTables[object.objectType]} SET likes = likes + ${by.likes ?? 0}, comments = comments + ${by.comments ?? 0}, bookmarks = bookmarks + ${by.bookmarks ?? 0}
    WHERE id = ${object.id} RETURNING likes, comments, bookmarks`),
  );
  if (!counts) throw notFound();
  return counts;
}

/**
 * Locks an item until the end of the transaction, so that its counters change one at a time.
 * @throws AppError 404
 */
export async function lockObject(
  tx: Ctx,
  { objectType, id }: { objectType: ObjectType; id: string },
): Promise<void> {
  const found = await fetchRows(
    tx.db.execute(sql`SELECT 1 FROM ${objectTables[objectType]} WHERE id = ${id} FOR NO KEY UPDATE`),
  );
  if (found.length === 0) throw notFound();
}

/**
 * Deletes an item's likes, bookmarks, comments and named people together with the item. Call it in the deleting
 * transaction, which must lock the creator's row and the item's: the creator's like count is reduced.
 */
export async function forgetObject(
  tx: Ctx,
  objectType: ObjectType,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const [row] = await fetchRows<{ likes: number }>(
    tx.db.execute(sql`
    WITH gone AS (DELETE FROM reactions WHERE object_type = ${objectType} AND object_id = ${id} RETURNING action)
    SELECT count(*) FILTER (WHERE action = 'like')::int AS likes FROM gone`),
  );
  await tx.db.execute(sql`DELETE FROM comments WHERE object_type = ${objectType} AND object_id = ${id}`);
  await tx.db.execute(sql`DELETE FROM media_item_people WHERE kind = ${objectType} AND item_id = ${id}`);
  if (row) await addToCreatorCounts(tx, ownerId, { likes: -row.likes });
}
