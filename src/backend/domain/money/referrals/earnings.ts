import type { Cents, Tokens } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { site } from '../../base/ledger/ledger.ts';
import { givenName, referralState } from './people.ts';

type Stats = ReplySource<'GET /referral-earnings/stats'>;
type SearchQuery = ParsedInput<'GET /referral-earnings/search'>['query'];

/** Referrals listed by name; the rest are added up. */
const NAMED = 10;

/** Clamped, because PostgreSQL rejects the year 0, which callers may pass. */
const instant = (iso: string) => sql`${new Date(Math.max(Date.parse(iso), 0)).toISOString()}::timestamptz`;

/**
 * The viewer's referral income, one row per ledger transaction. Totals and the rows behind them both use
 * this.
 */
function shares(ctx: UserCtx, { from, to, referral }: Pick<SearchQuery, 'from' | 'to' | 'referral'>): SQL {
  const me = ctx.viewer.id;
  return sql`(
    SELECT t.id, t.subject_id AS referral_id, t.description, t.created_at, sums.amount, sums.tokens
    FROM ledger_transactions t
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(p.amount) FILTER (WHERE p.account_id = ${site.commission.id}), 0) AS amount,
        coalesce(sum(p.amount) FILTER (WHERE a.kind = 'wallet' AND a.owner_id = ${me}), 0) AS tokens
      FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transaction_id = t.id) AS sums
    WHERE coalesce(t.performer_id, t.actor_id) = ${me} AND t.kind = 'referral' ${from ? sql`AND t.created_at >= ${instant(from)}` : sql``}
      ${to ? sql`AND t.created_at < ${instant(to)}` : sql``} ${referral ? sql`AND t.subject_id = ${referral}` : sql``}) AS share`;
}

async function countPeople(ctx: UserCtx): Promise<Pick<Stats, 'people' | 'pending' | 'owed'>> {
  interface Counted {
    joined: number;
    active: number;
    ended: number;
    voided: number;
    pending: string;
    owed: string;
  }
  const [row] = await fetchRows<Counted>(
    ctx.db.execute(sql`
    SELECT count(*)::int AS joined, count(*) FILTER (WHERE state = 'active')::int AS active, count(*) FILTER (WHERE state = 'ended')::int AS ended,
      count(*) FILTER (WHERE state = 'voided')::int AS voided, coalesce(sum(greatest(0, due - paid)), 0) AS pending, coalesce(sum(greatest(0, paid - due)), 0) AS owed
    FROM (SELECT ${referralState(now(ctx))} AS state, r.paid,
      CASE WHEN r.voided_at IS NULL THEN greatest(0, div(r.commission::numeric * r.bps, 10000)) ELSE 0 END AS due FROM referrals r WHERE r.referrer_id = ${ctx.viewer.id}) AS mine`),
  );
  const { joined = 0, active = 0, ended = 0, voided = 0 } = row ?? {};
  return {
    people: { joined, active, ended, voided },
    pending: Number(row?.pending ?? 0),
    owed: Number(row?.owed ?? 0),
  };
}

const sum = (rows: readonly { amount: Cents; tokens: Tokens; count: number }[]) => ({
  amount: rows.reduce((all, row) => all + row.amount, 0),
  tokens: rows.reduce((all, row) => all + row.tokens, 0),
  count: rows.reduce((all, row) => all + row.count, 0),
});

export async function referralStats(
  ctx: UserCtx,
  query: ParsedInput<'GET /referral-earnings/stats'>['query'],
): Promise<Stats> {
  const rows = await fetchRows<{
    referral_id: string | null;
    name: string | null;
    amount: string;
    tokens: string;
    count: number;
  }>(
    ctx.db.execute(sql`
    WITH each AS (SELECT referral_id, sum(amount) AS amount, sum(tokens) AS tokens, count(*)::int AS count FROM ${shares(ctx, query)} GROUP BY referral_id),
      ranked AS (SELECT *, row_number() OVER (ORDER BY amount DESC, referral_id) <= ${NAMED} AS named FROM each)
    SELECT r.id AS referral_id, ${givenName} AS name, ranked.amount, ranked.tokens, ranked.count
    FROM ranked JOIN referrals r ON r.id = ranked.referral_id JOIN accounts a ON a.id = r.referred_id WHERE named
    UNION ALL SELECT NULL, NULL, coalesce(sum(amount), 0), coalesce(sum(tokens), 0), coalesce(sum(count), 0)::int FROM ranked WHERE NOT named
    ORDER BY 3 DESC, 1`),
  );
  const figures = rows.map((row) => ({
    referralId: row.referral_id,
    name: row.name ?? '',
    amount: Number(row.amount),
    tokens: Number(row.tokens),
    count: row.count,
  }));
  const byReferral = figures.flatMap(({ referralId, ...rest }) =>
    referralId === null ? [] : [{ referralId, ...rest }],
  );
  return {
    ...(await countPeople(ctx)),
    total: sum(figures),
    byReferral,
    others: sum(figures.filter((row) => row.referralId === null)),
  };
}

export async function searchReferralEarnings(
  ctx: UserCtx,
  query: SearchQuery,
): Promise<ReplySource<'GET /referral-earnings/search'>> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const afterCursor = after
    ? sql`WHERE (share.created_at, share.id) < (${instant(after.createdAt.toISOString())}, ${after.id}::uuid)`
    : sql``;
  const rows = await fetchRows<{
    id: string;
    referral_id: string;
    name: string;
    description: string;
    amount: string;
    tokens: string;
    created_at: Date | string;
  }>(
    ctx.db.execute(sql`
    SELECT share.*, ${givenName} AS name FROM ${shares(ctx, query)} JOIN referrals r ON r.id = share.referral_id JOIN accounts a ON a.id = r.referred_id
    ${afterCursor} ORDER BY share.created_at DESC, share.id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`),
  );
  const page = cutPage(rows, query.limit, (last) =>
    encodeCursor({ createdAt: new Date(last.created_at), id: last.id }),
  );
  const [counted] = await fetchRows<{ total: number }>(
    ctx.db.execute(sql`SELECT count(*)::int AS total FROM ${shares(ctx, query)}`),
  );
  const data = page.rows.map((row) => ({
    _id: row.id,
    referralId: row.referral_id,
    name: row.name,
    description: row.description,
    amount: Number(row.amount),
    tokens: Number(row.tokens),
    createdAt: new Date(row.created_at).toISOString(),
  }));
  return { data, total: counted?.total ?? 0, nextCursor: page.nextCursor };
}
