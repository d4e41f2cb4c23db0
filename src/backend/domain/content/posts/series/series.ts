import { type SQL, and, asc, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { sqlState } from '../../../../db/db.ts';
import { postSeries } from '../../../../db/schema/posts.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { refuseStale } from '../../../../kernel/versions.ts';
import { isListed } from '../../../base/access/listed-posts.ts';
import { lockName } from '../../../../kernel/advisory-lock.ts';

export type SeriesRow = typeof postSeries.$inferSelect;

const mine = (ctx: UserCtx) => eq(postSeries.performerId, ctx.viewer.id);
const one = (ctx: UserCtx, id: string): SQL | undefined => and(eq(postSeries.id, id), mine(ctx));

/** A series with its numbers of posts. Posts that an operator removed aren't in its creator's lists either. */
const columnsAt = (moment: Date) => ({
  _id: postSeries.id,
  title: postSeries.title,
  description: postSeries.description,
  createdAt: postSeries.createdAt,
  updatedAt: postSeries.updatedAt,
  posts: sql<number>`(SELECT count(*)::int FROM post_series_items i JOIN feeds f ON f.id = i.feed_id
    WHERE i.series_id = "post_series"."id" AND f.state <> 'removed')`,
  published: sql<number>`(SELECT count(*)::int FROM post_series_items i JOIN feeds f ON f.id = i.feed_id
    WHERE i.series_id = "post_series"."id" AND ${isListed(sql`f`, sql`${moment.toISOString()}`)})`,
});

type Counted = Omit<OwnPostSeries, 'createdAt' | 'updatedAt'> & Pick<SeriesRow, 'createdAt' | 'updatedAt'>;
const view = ({ createdAt, updatedAt, ...series }: Counted): OwnPostSeries => ({
  ...series,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export async function listSeries(
  ctx: UserCtx,
  { limit, offset }: ParsedInput<'GET /performer/post-series'>['query'],
): Promise<ReplySource<'GET /performer/post-series'>> {
  const [rows, total] = await Promise.all([
    ctx.db
      .select(columnsAt(now(ctx)))
      .from(postSeries)
      .where(mine(ctx))
      .orderBy(asc(sql`lower(${postSeries.title})`), asc(postSeries.id))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(postSeries, mine(ctx)),
  ]);
  return { data: rows.map(view), total };
}

/** @throws AppError 404 */
export async function getSeries(ctx: UserCtx, id: string): Promise<OwnPostSeries> {
  const [row] = await ctx.db
    .select(columnsAt(now(ctx)))
    .from(postSeries)
    .where(one(ctx, id));
  if (!row) throw notFound();
  return view(row);
}

/**
 * The viewer's series, locked until the end of the transaction, so that its posts are numbered one change at a time;
 * null if there is none.
 */
export async function lockSeries(tx: UserCtx, id: string): Promise<SeriesRow | null> {
  const [row] = await tx.db.select().from(postSeries).where(one(tx, id)).for('update');
  return row ?? null;
}

/**
 * Checks that a series is the viewer's, and keeps it from being deleted until the transaction ends.
 * @throws AppError 422
 */
export async function lockOwnSeries(tx: UserCtx, id: string): Promise<void> {
  const rows = await tx.db.select({ id: postSeries.id }).from(postSeries).where(one(tx, id)).for('key share');
  if (rows.length === 0) throw noSuchSeries();
}
/** About `seriesId` in a body. */
export const noSuchSeries = () => invalid('seriesId', 'This series no longer exists. Choose another one.');

/** Reports a title that is already used as a 422 error. */
async function titled<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505') throw invalid('title', 'You already have a series with this title.');
    throw error;
  }
}

/** @throws AppError 409 when there are as many as one can have, 422 for a title that is used. */
export async function createSeries(
  ctx: UserCtx,
  body: ParsedInput<'POST /performer/post-series'>['body'],
): Promise<OwnPostSeries> {
  const { most } = limits.postSeries;
  const id = ctx.ports.ids();
  await titled(() =>
    transaction(ctx, async (tx) => {
      // One at a time per creator, so that the limit holds.
      await lockName(tx, `post-series:${tx.viewer.id}`);
      if ((await tx.db.$count(postSeries, mine(tx))) >= most)
        throw conflict(`You can have ${most} series. Delete one you don’t need.`);
      const moment = now(tx);
      await tx.db
        .insert(postSeries)
        .values({ ...body, id, performerId: tx.viewer.id, createdAt: moment, updatedAt: moment });
    }),
  );
  return getSeries(ctx, id);
}

/** @throws AppError 404, 422 for a title that is used. */
export async function updateSeries(
  ctx: UserCtx,
  id: string,
  change: ParsedInput<'PUT /performer/post-series/:id'>['body'],
): Promise<OwnPostSeries> {
  await titled(() =>
    transaction(ctx, async (tx) => {
      const [row] = await tx.db.select().from(postSeries).where(one(tx, id)).for('update');
      if (row) refuseStale(tx, row);
      await tx.db
        .update(postSeries)
        .set({ ...change, updatedAt: now(tx) })
        .where(one(tx, id));
    }),
  );
  return getSeries(ctx, id);
}

/**
 * Its posts stay.
 * @throws AppError 404
 */
export async function deleteSeries(ctx: UserCtx, id: string): Promise<void> {
  const gone = await ctx.db.delete(postSeries).where(one(ctx, id)).returning({ id: postSeries.id });
  if (gone.length === 0) throw notFound();
}
