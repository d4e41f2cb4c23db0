import type { Cents } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import { idList } from '../../../db/prepared.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { site } from '../../base/ledger/ledger.ts';
import { bondBetween } from './bonds-query.ts';

const minute = 60_000;
/**
 * A transaction is timestamped at its start but visible only after its commit. One that takes longer than
 * this is missed by referrals.
 */
const slackMs = 10 * minute;
/** How often `seen_until` advances when there was no activity. */
const restMs = 60 * minute;
const dayMs = 24 * 60 * minute;

const at = (time: number): SQL => sql`${new Date(time).toISOString()}::timestamptz`;

/**
 * Ledger transactions of `r`'s referred account that aren't counted yet. Looks back from `seen_until`, or
 * from now if the clock was set back. A reversal counts if the original did, whenever it happens: a sale on
 * the last day can be refunded later.
 */
const uncountedTransactions = (time: Date): SQL => {
  const since = sql`least(r.seen_until, ${at(time.getTime())}) - ${slackMs} * interval '1 millisecond'`;
  const part = (who: SQL) => sql`
    SELECT t.id, t.created_at, coalesce(t.reverses_id, t.part_of_id) AS reverses_id FROM ledger_transactions t
    WHERE ${who} = r.referred_id AND t.created_at >= ${since} AND t.created_at <= ${at(time.getTime() + slackMs)} AND t.kind IN ('charge', 'subscription', 'refund', 'dispute')`;
  return sql`(
    SELECT happened.id, happened.created_at FROM (${part(sql`t.actor_id`)} UNION ${part(sql`t.performer_id`)}) AS happened
    LEFT JOIN ledger_transactions undone ON undone.id = happened.reverses_id
    LEFT JOIN ledger_transactions first ON first.id = undone.reverses_id
    WHERE coalesce(first.created_at, undone.created_at, happened.created_at) >= r.starts_at AND coalesce(first.created_at, undone.created_at, happened.created_at) < r.ends_at
      AND NOT EXISTS (SELECT 1 FROM referral_credits c WHERE c.referral_id = r.id AND c.source_id = happened.id))`;
};

/** Why a referral doesn't count, or null. Bonds formed after it ended don't matter. */
const bondIn = (time: Date): SQL =>
  sql`CASE WHEN r.ends_at > ${at(time.getTime())} THEN ${bondBetween(sql`r.referrer_id`, sql`r.referred_id`)} END`;

export interface Looked {
  readonly id: string;
  readonly referrerId: string;
  readonly hasNews: boolean;
  readonly isDue: boolean;
}

/** Checks a number of referrals in id order. Ended ones are checked once a day, for refunds. */
export async function lookAt(
  db: Db,
  after: string,
  { time, limit }: { time: Date; limit: number },
): Promise<Looked[]> {
  const ms = time.getTime();
  return fetchRows<Looked>(
    db.execute(sql`
    SELECT r.id, r.referrer_id AS "referrerId", (r.seen_until < ${at(ms - restMs)} OR r.seen_until > ${at(ms)}) AS "isDue",
      (${bondIn(time)} IS NOT NULL OR EXISTS ${uncountedTransactions(time)}) AS "hasNews"
    FROM (SELECT * FROM referrals WHERE id > ${after}::uuid AND voided_at IS NULL
      AND (seen_until < ends_at + interval '1 hour' OR seen_until < ${at(ms - dayMs)} OR seen_until > ${at(ms)}) ORDER BY id LIMIT ${limit}) AS r
    ORDER BY r.id`),
  );
}

/** Records that these had no activity until then. Rows locked by another run are skipped. */
export async function markSeen(db: Db, ids: readonly string[], time: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    UPDATE referrals SET seen_until = ${at(time.getTime())}
    WHERE id IN (SELECT id FROM referrals WHERE id = ANY (${idList(ids)}::text::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED)`);
}

/** Which of the referrals (locked by the caller) turned out to be invalid, and why. */
export async function findVoid(db: Db, ids: readonly string[], time: Date): Promise<Map<string, string>> {
  const rows = await fetchRows<{ id: string; bond: string }>(
    db.execute(sql`
    SELECT id, bond FROM (SELECT r.id, ${bondIn(time)} AS bond FROM referrals r WHERE r.id = ANY (${idList(ids)}::text::uuid[]) AND r.voided_at IS NULL) AS looked WHERE bond IS NOT NULL`),
  );
  return new Map(rows.map(({ id, bond }) => [id, bond]));
}

export interface Source {
  readonly referralId: string;
  readonly sourceId: string;
  readonly commission: Cents;
}

/**
 * Transactions of referrals (locked by the caller) that aren't counted yet, in order, with the site's
 * commission in cents.
 */
export async function findSources(db: Db, ids: readonly string[], time: Date): Promise<Source[]> {
  const rows = await fetchRows<{ referralId: string; sourceId: string; commission: string }>(
    db.execute(sql`
    SELECT r.id AS "referralId", news.id AS "sourceId",
      (SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p WHERE p.transaction_id = news.id AND p.account_id = ${site.commission.id}) AS commission
    FROM referrals r CROSS JOIN LATERAL ${uncountedTransactions(time)} AS news
    WHERE r.id = ANY (${idList(ids)}::text::uuid[]) AND r.voided_at IS NULL ORDER BY r.id, news.created_at, news.id`),
  );
  return rows.map((row) => ({ ...row, commission: Number(row.commission) }));
}
