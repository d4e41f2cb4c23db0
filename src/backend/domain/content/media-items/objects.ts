import { and, eq, sql } from 'drizzle-orm';
import type { AccessView, Counts, ObjectType } from '#contract/core/schemas.ts';
import type { z } from 'zod';
import { type Ctx, now } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Item, loadAccessFacts, isOpenTo, decideAccess, isShown } from '../../base/access/access.ts';
import { comments } from '../../../db/schema/community.ts';
import { mediaItemPeople } from '../../../db/schema/media-items.ts';
import { addCounts, findObjects, findOwner, lockRow, takeReactions } from './objects-query.ts';
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

/** The item's creator; null when it doesn't exist. Doesn't check access. */
export async function ownerOf(ctx: Ctx, objectType: ObjectType, id: string): Promise<string | null> {
  return findOwner(ctx.db, objectType, id);
}

/** Items of one kind, as far as the viewer can see them, readable or locked. In no particular order. */
export async function objectsOf(
  ctx: Ctx,
  objectType: ObjectType,
  ids: readonly string[],
): Promise<MediaItemObject[]> {
  const rows = await findObjects(ctx.db, objectType, ids);
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
  const counts = await addCounts(tx.db, object, by);
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
  if (!(await lockRow(tx.db, objectType, id))) throw notFound();
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
  const likes = await takeReactions(tx.db, objectType, id);
  await tx.db.delete(comments).where(and(eq(comments.objectType, objectType), eq(comments.objectId, id)));
  await tx.db
    .delete(mediaItemPeople)
    .where(and(sql`${mediaItemPeople.kind} = ${objectType}`, eq(mediaItemPeople.itemId, id)));
  await addToCreatorCounts(tx, ownerId, { likes: -likes });
}
