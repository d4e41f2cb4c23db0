import type { Cents, Tokens } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { StatementKind } from '#contract/money/wallet.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { giftJoin, paidTo } from '../../base/ledger/history-filters.ts';
import { site } from '../../base/ledger/ledger.ts';

type Statement = ReplySource<'GET /wallet/statement/:id'>;
interface Totals {
  readonly count: number;
  readonly tokens: Tokens;
  readonly money: Cents;
}
interface Row {
  readonly kind: StatementKind;
  readonly month: string;
  readonly count: number;
  readonly tokens: string;
  readonly money: string;
  readonly since: Date | string;
}

const nothing: Totals = { count: 0, tokens: 0, money: 0 };
const plus = (a: Totals, b: Totals): Totals => ({
  count: a.count + b.count,
  tokens: a.tokens + b.tokens,
  money: a.money + b.money,
});
const toTotals = ({ count, tokens, money }: Row): Totals => ({
  count,
  tokens: Number(tokens),
  money: Number(money),
});

/** Adds rows up by key, in the order keys first appear. */
function grouped<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, Totals][] {
  const sums = new Map<Key, Totals>();
  for (const row of rows) sums.set(keyOf(row), plus(sums.get(keyOf(row)) ?? nothing, toTotals(row)));
  return [...sums];
}

/** Turns money that waits with the site into a sale; it was paid when the gift was bought. */
const isRedeemedGift = sql`(t.subject <> 'gift' AND EXISTS (SELECT 1 FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id = ${site.gifts.id}))`;

/**
 * What an account paid to creators, minus refunds. Tokens are valued at the rate of the day; card payments at
 * the amount charged.
 */
const paidBy = (me: string, to: SQL) => sql`(
  SELECT CASE WHEN t.kind = 'charge' THEN t.subject ELSE t.kind END AS kind, ${paidTo} AS performer_id, t.created_at,
    coalesce((SELECT sum(p.amount) FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id = ${site.exchangeTokens.id}), 0) AS tokens,
    coalesce((SELECT -sum(p.amount) FROM ledger_postings p WHERE p.transaction_id = t.id AND p.account_id IN (${site.exchangeMoney.id}, ${site.gateway.id})), 0) AS money
  FROM ledger_transactions t ${giftJoin} WHERE t.actor_id = ${me} AND ${to} AND t.kind IN ('charge', 'subscription', 'gift', 'refund', 'dispute') AND NOT ${isRedeemedGift}) AS paid`;

/** What the account paid the creator, per kind and month (UTC). */
const rowsWith = (me: string, performerId: string) => sql`
  SELECT kind, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int AS count, sum(tokens) AS tokens, sum(money) AS money, min(created_at) AS since
  FROM ${paidBy(me, sql`${paidTo} = ${performerId}`)} GROUP BY kind, month ORDER BY month DESC, kind`;

/**
 * A creator the viewer never paid must be visible to them.
 * @throws AppError 404
 */
async function mustMeet(ctx: UserCtx, performerId: string): Promise<void> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [performerId] });
  if (performerId === ctx.viewer.id || !isOpenTo(facts, performerId)) throw notFound();
}

/**
 * Everything the viewer paid to one creator, available whatever has happened to the creator since.
 * @throws AppError 404
 */
export async function loadStatement(ctx: UserCtx, performerId: string): Promise<Statement> {
  const rows = await fetchRows<Row>(ctx.db.execute(rowsWith(ctx.viewer.id, performerId)));
  if (rows.length === 0) await mustMeet(ctx, performerId);
  const performer = (await performerCards(ctx, [performerId])).get(performerId);
  if (!performer) throw notFound();
  const first = rows.map((row) => new Date(row.since).getTime()).sort((a, b) => a - b)[0];
  return {
    performer,
    since: first === undefined ? null : new Date(first).toISOString(),
    total: rows.map(toTotals).reduce(plus, nothing),
    kinds: grouped(rows, (row) => row.kind)
      .map(([kind, sums]) => ({ kind, ...sums }))
      .sort((a, b) => b.money - a.money),
    months: grouped(rows, (row) => row.month).map(([month, sums]) => ({ month, ...sums })),
  };
}

interface CreatorRow {
  readonly performer_id: string;
  readonly count: number;
  readonly tokens: string;
  readonly money: string;
  readonly last_at: Date | string;
}

/** Every creator the viewer has paid, most recent first. */
export async function listPaidCreators(
  ctx: UserCtx,
  { offset, limit }: ParsedInput<'GET /wallet/statements'>['query'],
): Promise<ReplySource<'GET /wallet/statements'>> {
  const me = ctx.viewer.id;
  const [rows, [counted]] = await Promise.all([
    fetchRows<CreatorRow>(
      ctx.db.execute(sql`
      SELECT performer_id, count(*)::int AS count, sum(tokens) AS tokens, sum(money) AS money, max(created_at) AS last_at
      FROM ${paidBy(me, sql`${paidTo} IS NOT NULL`)} GROUP BY performer_id ORDER BY last_at DESC, performer_id LIMIT ${limit} OFFSET ${offset}`),
    ),
    fetchRows<{ total: number }>(
      ctx.db.execute(sql`
      SELECT count(DISTINCT performer_id)::int AS total FROM ${paidBy(me, sql`${paidTo} IS NOT NULL`)}`),
    ),
  ]);
  const cards = await performerCards(
    ctx,
    rows.map((row) => row.performer_id),
  );
  const data = rows.flatMap((row) => {
    const performer = cards.get(row.performer_id);
    return performer
      ? [
          {
            _id: row.performer_id,
            performer,
            count: row.count,
            tokens: Number(row.tokens),
            money: Number(row.money),
            lastAt: new Date(row.last_at).toISOString(),
          },
        ]
      : [];
  });
  return { data, total: counted?.total ?? 0 };
}
