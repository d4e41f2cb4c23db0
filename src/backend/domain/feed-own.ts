import { type SQL, and, desc, eq, ilike, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { OwnFeed } from '#contract/feeds';
import type { ParsedInput } from '#contract/registry';
import type { UserCtx } from '../context.ts';
import { accounts, feeds, ledgerAccounts, ledgerPostings, performers, purchases } from '../db/schema.ts';
import { idList } from '../db/prepared.ts';
import { notFound } from '../errors.ts';
import { cappedTotal, likeAnywhere } from './blocks.ts';
import { type Post, postColumns, presentFeeds } from './feed-views.ts';
import { cursorOf, cutPage, readCursor } from './keyset.ts';

interface Sales { readonly sold: number; readonly earned: number }

/** How often each post was sold, refunds aside, and what of it the ledger gave the creator, in cents. */
async function salesOf(ctx: UserCtx, feedIds: readonly string[]): Promise<Map<string, Sales>> {
  const own = and(eq(ledgerAccounts.kind, 'earnings'), eq(ledgerAccounts.ownerId, ctx.viewer.id));
  const ownAccounts = ctx.db.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(own);
  const rows = await ctx.db
    .select({ id: purchases.itemId, sold: sql<number>`count(*)::int`, earned: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
    .from(purchases)
    .leftJoin(ledgerPostings, and(eq(ledgerPostings.transactionId, purchases.transactionId), inArray(ledgerPostings.accountId, ownAccounts)))
    .where(sql`${purchases.kind} = 'feed' AND ${purchases.itemId} = ANY (${idList(feedIds)}::text::uuid[]) AND ${purchases.reversedAt} IS NULL`)
    .groupBy(purchases.itemId);
  return new Map(rows.map((row) => [row.id, { sold: row.sold, earned: Number(row.earned) }]));
}

async function present(ctx: UserCtx, rows: readonly Post[]): Promise<OwnFeed[]> {
  if (rows.length === 0) return [];
  const [views, sales] = await Promise.all([presentFeeds(ctx, rows), salesOf(ctx, rows.map((row) => row.feed.id))]);
  return views.map((view) => ({ ...view, ...(sales.get(view._id) ?? { sold: 0, earned: 0 }) }));
}

const selectOwn = (ctx: UserCtx, where: SQL | undefined) =>
  ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .innerJoin(performers, eq(performers.accountId, feeds.performerId))
    .where(and(eq(feeds.performerId, ctx.viewer.id), ne(feeds.state, 'removed'), where));

/** One own post. A post of somebody else's, and one that was removed, doesn't exist here. */
export async function ownFeed(ctx: UserCtx, id: string): Promise<OwnFeed> {
  const [view] = await present(ctx, await selectOwn(ctx, eq(feeds.id, id)));
  if (!view) throw notFound();
  return view;
}

type Query = ParsedInput<'GET /performer/feeds'>['query'];

function filters(query: Query): SQL | undefined {
  return and(
    query.type && eq(feeds.type, query.type),
    query.state && eq(feeds.state, query.state),
    query.q ? ilike(feeds.text, likeAnywhere(query.q)) : undefined,
  );
}

function afterCursor(query: Query): SQL | undefined {
  if (query.cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(query.cursor);
  return or(lt(feeds.createdAt, createdAt), and(eq(feeds.createdAt, createdAt), lt(feeds.id, id)));
}

/** The own posts, whatever their state, newest first. */
export async function listOwnFeeds(ctx: UserCtx, query: Query): Promise<{ data: OwnFeed[]; total: number; nextCursor: string | null }> {
  const where = filters(query);
  const mine = and(eq(feeds.performerId, ctx.viewer.id), ne(feeds.state, 'removed'), where);
  const [found, total] = await Promise.all([
    selectOwn(ctx, and(where, afterCursor(query)))
      .orderBy(desc(feeds.createdAt), desc(feeds.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, sql`SELECT 1 FROM feeds WHERE ${mine}`, query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ feed }) => cursorOf(feed));
  return { data: await present(ctx, rows), total, nextCursor };
}
