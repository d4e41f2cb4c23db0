import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { feeds, postSeries, postSeriesItems } from '../../../../db/schema/posts.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { renumber } from './members-query.ts';
import { lockSeries, noSuchSeries } from './series.ts';

/* Locks are taken in this order: post, series, membership. So does everything that deletes one of them. */

interface Member {
  readonly feedId: string;
  readonly isShown: boolean;
}

const loadMembers = (tx: UserCtx, seriesId: string): Promise<Member[]> =>
  tx.db
    .select({ feedId: postSeriesItems.feedId, isShown: sql<boolean>`${feeds.state} <> 'removed'` })
    .from(postSeriesItems)
    .innerJoin(feeds, eq(feeds.id, postSeriesItems.feedId))
    .where(eq(postSeriesItems.seriesId, seriesId))
    .orderBy(asc(postSeriesItems.position));

const touch = (tx: UserCtx, seriesId: string) =>
  tx.db
    .update(postSeries)
    .set({ updatedAt: now(tx) })
    .where(eq(postSeries.id, seriesId));

/** The order with a post at a place of its creator's list, from 1. Posts that the list doesn't show are passed over. */
function withPlace(members: readonly Member[], feedId: string, place: number): string[] {
  const others = members.filter((member) => member.feedId !== feedId);
  const after = others.filter(({ isShown }) => isShown)[place - 1];
  const at = after ? others.indexOf(after) : others.length;
  return others.map((member) => member.feedId).toSpliced(at, 0, feedId);
}

/** Adds a post behind the others. It leaves the series that it was in. */
async function append(tx: UserCtx, seriesId: string, feedId: string): Promise<void> {
  const { posts: most } = limits.postSeries;
  const inIt = eq(postSeriesItems.seriesId, seriesId);
  if ((await tx.db.$count(postSeriesItems, inIt)) >= most)
    throw conflict(`A series can have ${most} posts. Start another one.`);
  const position = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM post_series_items WHERE series_id = ${seriesId})`;
  await tx.db
    .insert(postSeriesItems)
    .values({ feedId, seriesId, position })
    .onConflictDoUpdate({ target: postSeriesItems.feedId, set: { seriesId, position } });
}

/** Which series a post is in. */
async function findSeriesId(tx: UserCtx, feedId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: postSeriesItems.seriesId })
    .from(postSeriesItems)
    .where(eq(postSeriesItems.feedId, feedId));
  return row?.id ?? null;
}

async function leave(tx: UserCtx, feedId: string): Promise<void> {
  const [gone] = await tx.db
    .delete(postSeriesItems)
    .where(eq(postSeriesItems.feedId, feedId))
    .returning({ seriesId: postSeriesItems.seriesId });
  if (gone) await touch(tx, gone.seriesId);
}

/**
 * Puts a post, which the transaction has locked or just written, into a series: last, unless it is in it already; null
 * takes it out of its series.
 * @throws AppError 409 when the series is full, 422 when it isn't the viewer's.
 */
export async function setSeries(tx: UserCtx, feedId: string, seriesId: string | null): Promise<void> {
  if (seriesId === null) return leave(tx, feedId);
  if (!(await lockSeries(tx, seriesId))) throw noSuchSeries();
  if ((await findSeriesId(tx, feedId)) === seriesId) return;
  await append(tx, seriesId, feedId);
  await touch(tx, seriesId);
}

/** A post of a creator that is deleted for everyone but its buyers isn't part of anything anymore. */
export const leaveSeries = leave;

/** @throws AppError 404 for another creator's or a removed post. It can't be deleted until the transaction ends. */
async function holdOwnPost(tx: UserCtx, id: string): Promise<void> {
  const rows = await tx.db
    .select({ id: feeds.id })
    .from(feeds)
    .where(and(eq(feeds.id, id), eq(feeds.performerId, tx.viewer.id), ne(feeds.state, 'removed')))
    .for('key share');
  if (rows.length === 0) throw notFound();
}

interface Place {
  readonly id: string;
  readonly postId: string;
}

/**
 * Puts the viewer's post into a series, or moves it there. Doing so again changes nothing.
 * @throws AppError 404 for a post or series that isn't the viewer's, 409 when the series is full.
 */
export function placeInSeries(
  ctx: UserCtx,
  { id, postId }: Place,
  position: number | undefined,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    await holdOwnPost(tx, postId);
    if (!(await lockSeries(tx, id))) throw notFound();
    const isIn = (await findSeriesId(tx, postId)) === id;
    if (isIn && position === undefined) return;
    if (!isIn) await append(tx, id, postId);
    if (position !== undefined)
      await renumber(tx.db, id, withPlace(await loadMembers(tx, id), postId, position));
    await touch(tx, id);
  });
}

/**
 * Removing a post that isn't in it changes nothing.
 * @throws AppError 404 for a series that isn't the viewer's.
 */
export function removeFromSeries(ctx: UserCtx, { id, postId }: Place): Promise<void> {
  return transaction(ctx, async (tx) => {
    if (!(await lockSeries(tx, id))) throw notFound();
    const gone = await tx.db
      .delete(postSeriesItems)
      .where(and(eq(postSeriesItems.seriesId, id), eq(postSeriesItems.feedId, postId)))
      .returning({ id: postSeriesItems.feedId });
    if (gone.length > 0) await touch(tx, id);
  });
}
