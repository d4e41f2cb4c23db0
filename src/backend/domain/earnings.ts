import { type SQL, sql } from 'drizzle-orm';
import type { earnings } from '#contract/earnings';
import type { ParsedInput, ReplySource } from '#contract/registry';
import { type UserCtx, now } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { performerCards } from './cards.ts';
import { cursorOf, cutPage, readCursor } from './keyset.ts';
import { balanceOf, site } from './ledger.ts';
import { addDays } from './subscription-dates.ts';

type Stats = ReplySource<'GET /performer/earning/stats'>;
type SearchQuery = ParsedInput<'GET /performer/earning/search'>['query'];
type Found = ReplySource<'GET /performer/earning/search'>;
type Source = Found['data'][number]['source'];

/** Nothing was sold before 1970, and a year 0, which may be asked for, is none to PostgreSQL. */
const instant = (iso: string) => sql`${new Date(Math.max(Date.parse(iso), 0)).toISOString()}::timestamptz`;

/**
 * The creator's sales and refunds, one row each, every figure a sum of ledger postings. The figures and the rows behind them both
 * come from here, so they can't disagree.
 */
function sales(performerId: string, query: { from?: string; to?: string; source?: Source }): SQL {
  const from = query.from ? sql`AND t.created_at >= ${instant(query.from)}` : sql``;
  const to = query.to ? sql`AND t.created_at < ${instant(query.to)}` : sql``;
  const source = query.source ? sql`WHERE source = ${query.source}` : sql``;
  return sql`(
    SELECT id, source, description, actor_id, net + commission AS gross, commission, net, created_at FROM (
      SELECT t.id, CASE WHEN t.kind = 'charge' THEN t.subject ELSE t.kind END AS source, t.description, t.actor_id, t.created_at, sums.net, sums.commission
      FROM ledger_transactions t
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.amount) FILTER (WHERE a.kind = 'earnings' AND a.owner_id = ${performerId}), 0) AS net,
          coalesce(sum(p.amount) FILTER (WHERE p.account_id = ${site.commission.id}), 0) AS commission
        FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transaction_id = t.id) AS sums
      WHERE t.performer_id = ${performerId} AND t.kind IN ('charge', 'subscription', 'refund') ${from} ${to}) AS every_sale ${source}) AS sale`;
}

/** What is still on hold: sales younger than the hold that weren't refunded. The rest of the balance is available. */
async function balance(ctx: UserCtx): Promise<Stats['balance']> {
  const { payoutHoldDays } = await ctx.settings.all();
  const heldSince = addDays(now(ctx), -payoutHoldDays);
  const [held] = await rowsOf<{ amount: string; oldest: Date | string | null }>(ctx.db.execute(sql`
    SELECT coalesce(sum(p.amount), 0) AS amount, min(t.created_at) AS oldest
    FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
    WHERE t.performer_id = ${ctx.viewer.id} AND t.kind IN ('charge', 'subscription') AND t.created_at > ${instant(heldSince.toISOString())}
      AND a.kind = 'earnings' AND a.owner_id = ${ctx.viewer.id}
      AND NOT EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = t.id)`));
  const total = await balanceOf(ctx, 'earnings', ctx.viewer.id);
  const onHold = Number(held?.amount ?? 0);
  const nextAvailableAt = held?.oldest ? addDays(new Date(held.oldest), payoutHoldDays).toISOString() : null;
  return { total, available: total - onHold, onHold, nextAvailableAt };
}

interface SumRow { source: Source; gross: string; commission: string; net: string; count: number }

async function earningStats(ctx: UserCtx, query: { from?: string; to?: string }): Promise<Stats> {
  const rows = await rowsOf<SumRow>(ctx.db.execute(sql`
    SELECT source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, count(*)::int AS count
    FROM ${sales(ctx.viewer.id, query)} GROUP BY source ORDER BY sum(net) DESC, source`));
  const bySource = rows.map((row) => ({ source: row.source, gross: Number(row.gross), commission: Number(row.commission), net: Number(row.net), count: row.count }));
  const total = { gross: 0, commission: 0, net: 0, count: 0 };
  for (const row of bySource) for (const figure of ['gross', 'commission', 'net', 'count'] as const) total[figure] += row[figure];
  return { total, bySource, balance: await balance(ctx) };
}

interface SaleRow { id: string; source: Source; description: string; actor_id: string | null; gross: string; commission: string; net: string; created_at: Date | string }

async function searchEarnings(ctx: UserCtx, query: SearchQuery): Promise<Found> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const beyond = after ? sql`WHERE (created_at, id) < (${instant(after.createdAt.toISOString())}, ${after.id}::uuid)` : sql``;
  const rows = await rowsOf<SaleRow>(ctx.db.execute(sql`
    SELECT * FROM ${sales(ctx.viewer.id, query)} ${beyond} ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`));
  const page = cutPage(rows, query.limit, (last) => cursorOf({ createdAt: new Date(last.created_at), id: last.id }));
  const [counted] = await rowsOf<{ total: number }>(ctx.db.execute(sql`SELECT count(*)::int AS total FROM ${sales(ctx.viewer.id, query)}`));
  const { payoutHoldDays } = await ctx.settings.all();
  const cards = await performerCards(ctx, page.rows.flatMap((row) => row.actor_id ?? []));
  const data = page.rows.map((row) => {
    const createdAt = new Date(row.created_at);
    return {
      _id: row.id, source: row.source, description: row.description, from: cards.get(row.actor_id ?? '') ?? null,
      gross: Number(row.gross), commission: Number(row.commission), net: Number(row.net),
      // A refund is taken off at once.
      availableAt: (row.source === 'refund' ? createdAt : addDays(createdAt, payoutHoldDays)).toISOString(),
      createdAt: createdAt.toISOString(),
    };
  });
  return { data, total: counted?.total ?? 0, nextCursor: page.nextCursor };
}

export const earningHandlers: HandlersOf<typeof earnings> = {
  'GET /performer/earning/stats': (ctx, { query }) => earningStats(ctx, query),
  'GET /performer/earning/search': (ctx, { query }) => searchEarnings(ctx, query),
};
