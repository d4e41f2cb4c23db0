import { type SQL, and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { PerformerRow } from '#contract/people/creators.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { loadAccessFacts } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { unmutedBy } from '../../base/access/mute-rules.ts';
import { countCategories } from './categories-query.ts';
import { rowColumns, rowView, tiesTo } from './queries.ts';

/** SQL condition: the creator is approved and the viewer may see them. */
const isOpen = (ctx: Ctx): SQL | undefined =>
  and(eq(performers.verified, 'approved'), isNull(accounts.suspendedAt), canMeet(ctx, performers.accountId));

const select = (ctx: Ctx) =>
  ctx.db.select(rowColumns).from(performers).innerJoin(accounts, eq(accounts.id, performers.accountId));
type Row = Awaited<ReturnType<typeof select>>[number];

/** Creators as list entries for the viewer. */
export async function rowViews(ctx: Ctx, rows: readonly Row[]): Promise<PerformerRow[]> {
  const ids = rows.map(({ id }) => id);
  const ties = await tiesTo(ctx, await loadAccessFacts(ctx, { ownerIds: ids }), ids);
  return rows.map((row) => rowView(ctx, row, ties(row.id)));
}

/** These creators as the viewer may see them, in this order. Those whom they can't see are missing. */
export async function performersById(ctx: Ctx, ids: readonly string[]): Promise<PerformerRow[]> {
  if (ids.length === 0) return [];
  const rows = await select(ctx).where(and(isOpen(ctx), inArray(performers.accountId, [...ids])));
  const found = new Map((await rowViews(ctx, rows)).map((row) => [row._id, row]));
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
}

export async function topPerformers(
  ctx: Ctx,
  limit: number,
): Promise<{ data: PerformerRow[]; total: number }> {
  const rows = await select(ctx)
    .where(and(isOpen(ctx), unmutedBy(ctx.viewer, performers.accountId)))
    .orderBy(desc(performers.followers), desc(performers.accountId))
    .limit(limit);
  return { data: await rowViews(ctx, rows), total: rows.length };
}

/**
 * Drawing this many times more creators than are shown keeps neighbors in the random order from always
 * appearing together.
 */
const DRAWN = 4;

/** Creators from a position in the random order, wrapping around at its end. */
async function drawFrom(
  ctx: Ctx,
  place: number,
  draw: { where: SQL | undefined; count: number },
): Promise<Row[]> {
  const part = (side: SQL, count: number) =>
    select(ctx).where(and(draw.where, side)).orderBy(asc(performers.randomRank)).limit(count);
  const beyond = await part(gte(performers.randomRank, place), draw.count);
  return beyond.length < draw.count
    ? [...beyond, ...(await part(lt(performers.randomRank, place), draw.count - beyond.length))]
    : beyond;
}

/** Picks `count` random elements without repetition (Fisher–Yates). */
function pick<T>(things: readonly T[], count: number): T[] {
  const left = [...things];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1),
  ).flat();
}

/** A few random creators, different each time, without the viewer and those they already follow. */
export async function randomPerformers(
  ctx: Ctx,
  limit: number,
): Promise<{ data: PerformerRow[]; total: number }> {
  const me = ctx.viewer?.id;
  const unknown = me
    ? and(
        ne(performers.accountId, me),
        sql`NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${me} AND f.performer_id = ${performers.accountId})`,
      )
    : undefined;
  const drawn = await drawFrom(ctx, Math.random(), {
    where: and(isOpen(ctx), unknown, unmutedBy(ctx.viewer, performers.accountId)),
    count: limit * DRAWN,
  });
  const rows = pick(drawn, limit);
  return { data: await rowViews(ctx, rows), total: rows.length };
}

type Categories = { data: { name: string; count: number }[]; total: number };
const CATEGORIES_MS = 60_000;
const categoriesCache = new WeakMap<Db, { readAt: number; categories: Promise<Categories> }>();

async function readCategories(db: Db): Promise<Categories> {
  const data = await countCategories(db);
  return { data, total: data.length };
}

/**
 * Categories in use, by number of creators. Counting scans every creator, so the result is cached for a
 * minute.
 */
export function categoriesInUse(ctx: Ctx): Promise<Categories> {
  const time = now(ctx).getTime();
  const cached = categoriesCache.get(ctx.db);
  if (cached && Math.abs(time - cached.readAt) < CATEGORIES_MS) return cached.categories;
  const categories = readCategories(ctx.db);
  categoriesCache.set(ctx.db, { readAt: time, categories });
  categories.catch(() => categoriesCache.delete(ctx.db));
  return categories;
}
