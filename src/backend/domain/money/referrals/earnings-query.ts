import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import { site } from '../../base/ledger/ledger.ts';
import { givenName, referralState } from './people-query.ts';

type SearchQuery = ParsedInput<'GET /referral-earnings/search'>['query'];
type Filter = Pick<SearchQuery, 'from' | 'to' | 'referral'>;

/** Referrals listed by name; the rest are added up. */
const NAMED = 10;

/** Clamped, because PostgreSQL rejects the year 0, which callers may pass. */
const instant = (iso: string) => sql`${new Date(Math.max(Date.parse(iso), 0)).toISOString()}::timestamptz`;

/**
 * An account's referral income, one row per ledger transaction. Totals and the rows behind them both use
 * this.
 */
function shares(me: string, { from, to, referral }: Filter): SQL {
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

interface Counted {
  joined: number;
  active: number;
  ended: number;
  voided: number;
  pending: string;
  owed: string;
}

/** An account's referrals by state, and what isn't paid yet or was paid too much. */
export async function countOwn(db: Db, me: string, time: Date): Promise<Counted | undefined> {
  const [row] = await fetchRows<Counted>(
    db.execute(sql`
    SELECT count(*)::int AS joined, count(*) FILTER (WHERE state = 'active')::int AS active, count(*) FILTER (WHERE state = 'ended')::int AS ended,
      count(*) FILTER (WHERE state = 'voided')::int AS voided, coalesce(sum(greatest(0, due - paid)), 0) AS pending, coalesce(sum(greatest(0, paid - due)), 0) AS owed
    FROM (SELECT ${referralState(time)} AS state, r.paid,
      CASE WHEN r.voided_at IS NULL THEN greatest(0, div(r.commission::numeric * r.bps, 10000)) ELSE 0 END AS due FROM referrals r WHERE r.referrer_id = ${me}) AS mine`),
  );
  return row;
}

interface Sum {
  referral_id: string | null;
  name: string | null;
  amount: string;
  tokens: string;
  count: number;
}

/** The shares of the referrals that brought most, and of all others together. */
export const sumShares = (db: Db, me: string, query: Filter): Promise<Sum[]> =>
  fetchRows(
    db.execute(sql`
    WITH each AS (SELECT referral_id, sum(amount) AS amount, sum(tokens) AS tokens, count(*)::int AS count FROM ${shares(me, query)} GROUP BY referral_id),
      ranked AS (SELECT *, row_number() OVER (ORDER BY amount DESC, referral_id) <= ${NAMED} AS named FROM each)
    SELECT r.id AS referral_id, ${givenName} AS name, ranked.amount, ranked.tokens, ranked.count
    FROM ranked JOIN referrals r ON r.id = ranked.referral_id JOIN accounts a ON a.id = r.referred_id WHERE named
    UNION ALL SELECT NULL, NULL, coalesce(sum(amount), 0), coalesce(sum(tokens), 0), coalesce(sum(count), 0)::int FROM ranked WHERE NOT named
    ORDER BY 3 DESC, 1`),
  );

interface Share {
  id: string;
  referral_id: string;
  name: string;
  description: string;
  amount: string;
  tokens: string;
  created_at: Date | string;
}

/** A page of the shares, newest first, and the first of the next one. */
export function pageOfShares(db: Db, me: string, query: SearchQuery): Promise<Share[]> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const afterCursor = after
    ? sql`WHERE (share.created_at, share.id) < (${instant(after.createdAt.toISOString())}, ${after.id}::uuid)`
    : sql``;
  return fetchRows(
    db.execute(sql`
    SELECT share.*, ${givenName} AS name FROM ${shares(me, query)} JOIN referrals r ON r.id = share.referral_id JOIN accounts a ON a.id = r.referred_id
    ${afterCursor} ORDER BY share.created_at DESC, share.id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`),
  );
}

export async function countShares(db: Db, me: string, query: Filter): Promise<number> {
  const [counted] = await fetchRows<{ total: number }>(
    db.execute(sql`SELECT count(*)::int AS total FROM ${shares(me, query)}`),
  );
  return counted?.total ?? 0;
}
