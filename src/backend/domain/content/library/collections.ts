import { type SQL, and, asc, count, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { BookmarkCollection } from '#contract/content/collections.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { sqlState } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { bookmarkCollectionItems, bookmarkCollections } from '../../../db/schema/community.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { cardsOf } from './collected.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';
import { contentsQuery } from './collections-query.ts';

export type CollectionRow = typeof bookmarkCollections.$inferSelect;
type Query = ParsedInput<'GET /bookmark-collections'>['query'];
const { most } = limits.collections;

const own = (ctx: UserCtx, id: string): SQL | undefined =>
  and(eq(bookmarkCollections.id, id), eq(bookmarkCollections.accountId, ctx.viewer.id));

/** The viewer's collections as they are shown; `holding` are those that contain the item asked about. */
export async function presentCollections(
  ctx: UserCtx,
  rows: readonly CollectionRow[],
  holding: ReadonlySet<string>,
): Promise<BookmarkCollection[]> {
  if (rows.length === 0) return [];
  const contents = await contentsQuery(ctx.db, {
    viewer: ctx.viewer.id,
    places: placeList(ctx.request),
    ids: idList(rows.map(({ id }) => id)),
  });
  const cards = await cardsOf(
    ctx,
    contents.map(({ type, latest }) => ({ type, id: latest })),
  );
  const byId = new Map(contents.map((each) => [each.id, each]));
  return rows.map((row) => {
    const inside = byId.get(row.id);
    return {
      _id: row.id,
      name: row.name,
      items: inside?.items ?? 0,
      cover: (inside && cards.get(inside.latest)?.cover) ?? null,
      contains: holding.has(row.id),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

export async function presentCollection(
  ctx: UserCtx,
  row: CollectionRow,
  contains = false,
): Promise<BookmarkCollection> {
  const [view] = await presentCollections(ctx, [row], new Set(contains ? [row.id] : []));
  if (!view) throw new Error('a collection without a view');
  return view;
}

/** The ids of the viewer's collections that contain an item. */
export async function collectionsWith(
  ctx: UserCtx,
  { objectType, objectId }: { readonly objectType: ObjectType; readonly objectId: string },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: bookmarkCollectionItems.collectionId })
    .from(bookmarkCollectionItems)
    .where(
      and(
        eq(bookmarkCollectionItems.accountId, ctx.viewer.id),
        eq(bookmarkCollectionItems.objectType, objectType),
        eq(bookmarkCollectionItems.objectId, objectId),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function listCollections(
  ctx: UserCtx,
  query: Query,
): Promise<ReplySource<'GET /bookmark-collections'>> {
  const mine = eq(bookmarkCollections.accountId, ctx.viewer.id);
  const { objectType, objectId } = query;
  const [rows, [all], holding] = await Promise.all([
    ctx.db
      .select()
      .from(bookmarkCollections)
      .where(mine)
      .orderBy(asc(sql`lower(${bookmarkCollections.name})`), asc(bookmarkCollections.id))
      .limit(query.limit)
      .offset(query.offset),
    ctx.db.select({ total: count() }).from(bookmarkCollections).where(mine),
    objectType !== undefined && objectId !== undefined ? collectionsWith(ctx, { objectType, objectId }) : [],
  ]);
  return { data: await presentCollections(ctx, rows, new Set(holding)), total: all?.total ?? 0 };
}

/** @throws AppError 404 */
export async function ownCollection(ctx: UserCtx, id: string): Promise<CollectionRow> {
  const [row] = await ctx.db.select().from(bookmarkCollections).where(own(ctx, id));
  if (!row) throw notFound();
  return row;
}

/**
 * The viewer's collection, locked so that the number of bookmarks in it stays within the limit.
 * @throws AppError 404
 */
export async function lockCollection(tx: UserCtx, id: string): Promise<CollectionRow> {
  const [row] = await tx.db.select().from(bookmarkCollections).where(own(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

export const getCollection = async (ctx: UserCtx, id: string): Promise<BookmarkCollection> =>
  presentCollection(ctx, await ownCollection(ctx, id));

/** Reports a name that is already used as a 422 error. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505') throw invalid('name', 'You already have a collection with this name.');
    throw error;
  }
}

/** @throws AppError 409 when the person has as many as they can. */
export async function createCollection(ctx: UserCtx, name: string): Promise<BookmarkCollection> {
  const row = await named(() =>
    transaction(ctx, async (tx) => {
      await lockName(tx, `collections:${tx.viewer.id}`);
      const [all] = await tx.db
        .select({ total: count() })
        .from(bookmarkCollections)
        .where(eq(bookmarkCollections.accountId, tx.viewer.id));
      if ((all?.total ?? 0) >= most)
        throw conflict(`You can have ${most} collections. Delete one to make room.`);
      const moment = now(tx);
      const [made] = await tx.db
        .insert(bookmarkCollections)
        .values({ id: tx.ports.ids(), accountId: tx.viewer.id, name, createdAt: moment, updatedAt: moment })
        .returning();
      if (!made) throw new Error('the collection wasn’t stored');
      return made;
    }),
  );
  return presentCollection(ctx, row);
}

/** @throws AppError 404 */
export async function renameCollection(ctx: UserCtx, id: string, name: string): Promise<BookmarkCollection> {
  const [row] = await named(() =>
    ctx.db
      .update(bookmarkCollections)
      .set({ name, updatedAt: now(ctx) })
      .where(own(ctx, id))
      .returning(),
  );
  if (!row) throw notFound();
  return presentCollection(ctx, row);
}

/**
 * The bookmarks in it stay.
 * @throws AppError 404
 */
export async function deleteCollection(ctx: UserCtx, id: string): Promise<void> {
  const gone = await ctx.db
    .delete(bookmarkCollections)
    .where(own(ctx, id))
    .returning({ id: bookmarkCollections.id });
  if (gone.length === 0) throw notFound();
}
