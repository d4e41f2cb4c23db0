import { and, count, eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { BookmarkCollection, CollectedBookmark } from '#contract/content/collections.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { bookmarkCollectionItems, reactions } from '../../../db/schema/community.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { type Keyset, cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { cardsOf } from './collected.ts';
import { lockCollection, ownCollection, presentCollection } from './collections.ts';
import { collectionPageQuery, collectionTotalQuery } from './collection-items-query.ts';

const { items: mostItems } = limits.collections;

interface Mark extends Keyset {
  readonly type: ObjectType;
  readonly bookmarkedAt: string;
}
const iso = (moment: string | Date) => new Date(moment).toISOString();

export async function listCollectionItems(
  ctx: UserCtx,
  id: string,
  query: ParsedInput<'GET /bookmark-collections/:id/items'>['query'],
): Promise<ReplySource<'GET /bookmark-collections/:id/items'>> {
  const { id: collection } = await ownCollection(ctx, id);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const asked = { viewer: ctx.viewer.id, places: placeList(ctx.request), collection };
  const [found, totals] = await Promise.all([
    collectionPageQuery(ctx.db, {
      ...asked,
      at: cursor?.createdAt.toISOString() ?? null,
      after: cursor?.id ?? null,
      limit: query.limit + 1,
      offset: cursor ? 0 : query.offset,
    }),
    collectionTotalQuery(ctx.db, asked),
  ]);
  const marks = found.map((row): Mark => ({
    id: row.id,
    type: row.type,
    createdAt: new Date(row.created_at),
    bookmarkedAt: iso(row.bookmarked_at),
  }));
  const { rows, nextCursor } = cutPage(marks, query.limit, encodeCursor);
  const cards = await cardsOf(ctx, rows);
  const data = rows.flatMap((row): CollectedBookmark[] => {
    const card = cards.get(row.id);
    return card ? [{ ...card, bookmarkedAt: row.bookmarkedAt, addedAt: row.createdAt.toISOString() }] : [];
  });
  return { data, total: totals[0]?.total ?? 0, nextCursor };
}

type Place = ParsedInput<'PUT /bookmark-collections/:id/items/:objectType/:objectId'>['params'];

/** @throws AppError 409 if the viewer hasn't bookmarked the item. The bookmark is locked until the item is in. */
async function lockBookmark(tx: UserCtx, { objectType, objectId }: Place): Promise<void> {
  const bookmark = await tx.db
    .select({ id: reactions.objectId })
    .from(reactions)
    .where(
      and(
        eq(reactions.accountId, tx.viewer.id),
        eq(reactions.action, 'bookmark'),
        eq(reactions.objectType, objectType),
        eq(reactions.objectId, objectId),
      ),
    )
    .for('key share');
  if (bookmark.length === 0) throw conflict('Bookmark this first. Collections are made of bookmarks.');
}

/**
 * Adding a bookmark again changes nothing.
 * @throws AppError 404 for a collection that isn't the viewer's; 409 without a bookmark, or if it is full.
 */
export async function addToCollection(ctx: UserCtx, place: Place): Promise<BookmarkCollection> {
  const { id, objectType, objectId } = place;
  const row = await transaction(ctx, async (tx) => {
    const collection = await lockCollection(tx, id);
    await lockBookmark(tx, place);
    const added = await tx.db
      .insert(bookmarkCollectionItems)
      .values({ collectionId: id, accountId: tx.viewer.id, objectType, objectId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: bookmarkCollectionItems.objectId });
    if (added.length === 0) return collection;
    const [all] = await tx.db
      .select({ total: count() })
      .from(bookmarkCollectionItems)
      .where(eq(bookmarkCollectionItems.collectionId, id));
    if ((all?.total ?? 0) > mostItems)
      throw conflict(`A collection can have ${mostItems.toLocaleString('en-US')} bookmarks.`);
    return collection;
  });
  return presentCollection(ctx, row, true);
}

/**
 * Removing a bookmark that isn't in it changes nothing. It stays bookmarked.
 * @throws AppError 404
 */
export async function removeFromCollection(
  ctx: UserCtx,
  { id, objectType, objectId }: Place,
): Promise<BookmarkCollection> {
  const row = await ownCollection(ctx, id);
  await ctx.db
    .delete(bookmarkCollectionItems)
    .where(
      and(
        eq(bookmarkCollectionItems.collectionId, id),
        eq(bookmarkCollectionItems.objectType, objectType),
        eq(bookmarkCollectionItems.objectId, objectId),
      ),
    );
  return presentCollection(ctx, row);
}
