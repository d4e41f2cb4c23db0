import { type SQL, and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { PerformerRow } from '#contract/performers';
import { type Ctx, now } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { accounts, performers } from '../db/schema.ts';
import { gatherFacts, ownerOpen } from './access.ts';
import { countedAhead, likeAnywhere } from './blocks.ts';
import { rowColumns, rowView } from './performers-find.ts';

export interface PerformerSearch {
  readonly q?: string;
  readonly category?: string;
  readonly country?: string;
  readonly free?: boolean;
  readonly live?: boolean;
  /** Cents. */
  readonly maxPrice?: number;
  readonly sort: 'popular' | 'newest' | 'price';
  readonly offset: number;
  readonly limit: number;
}

const isOpen = ownerOpen(sql`${performers.accountId}`);
/** The placeholders that the access rule's conditions take. */
const valuesFor = (ctx: Ctx) => ({ viewer: ctx.viewer?.id ?? null, country: ctx.request.country, moment: now(ctx).toISOString() });

/** What a month costs a newcomer, cents. */
const entryPrice = sql`(CASE WHEN ${performers.isFreeSubscription} THEN 0 ELSE ${performers.monthlyPrice} END)`;
const orders: Record<PerformerSearch['sort'], SQL[]> = {
  popular: [desc(performers.followers), desc(performers.accountId)],
  newest: [desc(performers.createdAt), desc(performers.accountId)],
  price: [asc(entryPrice), desc(performers.followers), desc(performers.accountId)],
};

function matching(search: PerformerSearch): SQL | undefined {
  const pattern = search.q ? likeAnywhere(search.q) : null;
  return and(
    isOpen,
    pattern ? sql`(${accounts.name} ILIKE ${pattern} OR ${accounts.username} ILIKE ${pattern} OR ${accounts.bio} ILIKE ${pattern})` : undefined,
    search.category ? sql`${search.category} = ANY (${performers.categories})` : undefined,
    search.country ? eq(accounts.country, search.country) : undefined,
    search.free === undefined ? undefined : eq(performers.isFreeSubscription, search.free),
    search.live === undefined ? undefined : eq(performers.isLive, search.live),
    search.maxPrice === undefined ? undefined : lte(entryPrice, search.maxPrice),
  );
}

const select = (ctx: Ctx) => ctx.db.select(rowColumns).from(performers).innerJoin(accounts, eq(accounts.id, performers.accountId));
type Row = Awaited<ReturnType<typeof select>>[number];

async function views(ctx: Ctx, rows: readonly Row[]): Promise<PerformerRow[]> {
  const facts = await gatherFacts(ctx, { ownerIds: rows.map(({ id }) => id) });
  return rows.map((row) => rowView(ctx, row, facts));
}

/** Creators the viewer may meet, filtered and sorted. The total is exact up to a thousand beyond the page. */
export async function searchPerformers(ctx: Ctx, search: PerformerSearch): Promise<{ data: PerformerRow[]; total: number }> {
  const where = matching(search);
  const page = select(ctx).where(where).orderBy(...orders[search.sort]).limit(search.limit).offset(search.offset);
  const counted = ctx.db
    .select({ one: sql`1` })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(where)
    .limit(search.offset + search.limit + countedAhead)
    .as('counted');
  const count = ctx.db.select({ total: sql<number>`count(*)::int` }).from(counted);
  const [rows, [totals]] = await Promise.all([page.execute(valuesFor(ctx)), count.execute(valuesFor(ctx))]);
  return { data: await views(ctx, rows), total: totals?.total ?? 0 };
}

/** The creators most followed. */
export async function topPerformers(ctx: Ctx, limit: number): Promise<{ data: PerformerRow[]; total: number }> {
  const rows = await select(ctx).where(isOpen).orderBy(...orders.popular).limit(limit).execute(valuesFor(ctx));
  return { data: await views(ctx, rows), total: rows.length };
}

/** A few creators at random, other ones each time; not the viewer, and not those already followed. */
export async function randomPerformers(ctx: Ctx, limit: number): Promise<{ data: PerformerRow[]; total: number }> {
  const me = ctx.viewer?.id;
  const unknown = me
    ? and(ne(performers.accountId, me), sql`NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${me} AND f.performer_id = ${performers.accountId})`)
    : undefined;
  const rows = await select(ctx).where(and(isOpen, unknown)).orderBy(sql`random()`).limit(limit).execute(valuesFor(ctx));
  return { data: await views(ctx, rows), total: rows.length };
}

/** Categories in use by creators whom anybody can meet, most creators first. */
export async function categoriesInUse(ctx: Ctx): Promise<{ data: { name: string; count: number }[]; total: number }> {
  const data = await rowsOf<{ name: string; count: number }>(ctx.db.execute(sql`
    SELECT category AS name, count(*)::int AS count
    FROM performers p JOIN accounts a ON a.id = p.account_id CROSS JOIN LATERAL unnest(p.categories) AS category
    WHERE p.verified = 'approved' AND a.suspended_at IS NULL
    GROUP BY category ORDER BY count DESC, category LIMIT 100`));
  return { data, total: data.length };
}
