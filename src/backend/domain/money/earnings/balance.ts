import type { Cents } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { withParts } from '../../base/ledger/ledger.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';

/** Earnings on hold that become available on the same day. */
export interface HeldDay {
  /** When all of the amount is available. */
  readonly availableAt: string;
  readonly amount: Cents;
}
export interface EarningBalance {
  /** The whole balance, without money on hold for a payout. */
  readonly total: number;
  /** Negative when a sale was refunded after it was paid out. */
  readonly available: number;
  readonly onHold: number;
  /** The part of it that is on hold until the problems of its orders are closed, however old it is. */
  readonly inProblems: number;
  /** Upcoming releases from hold of the rest, the soonest first. */
  readonly holds: readonly HeldDay[];
  /** On hold for a payout in progress. */
  readonly setAside: number;
  readonly nextAvailableAt: string | null;
}

/** SQL condition on an order: what it earned is on hold until its problem is closed. */
export const inProblem = sql`problem_state IN ('open', 'answered', 'escalated')`;

interface Row {
  total: string;
  set_aside: string;
  in_problems: string;
  holds: { amount: string | number; oldest: string; newest: string }[] | null;
}

/**
 * A creator's current balance, in cents. Money earned during the hold period and not refunded is on hold,
 * whatever its source, and so is that of an order with an open problem; the rest is available. A single
 * statement, so that a concurrent sale or refund is counted everywhere or nowhere.
 */
export async function earningBalance(ctx: Ctx, performerId: string): Promise<EarningBalance> {
  const { payoutHoldDays } = await ctx.settings.all();
  const since = addDays(now(ctx), -payoutHoldDays).toISOString();
  const [row] = await fetchRows<Row>(
    ctx.db.execute(sql`
    WITH sale AS (
      SELECT transaction_id FROM orders WHERE seller_id = ${performerId} AND ${inProblem}),
    net AS (
      -- Without what was refunded in part.
      SELECT t.id, t.created_at, p.amount, t.id IN (SELECT transaction_id FROM sale) AS in_problem FROM (
        SELECT id, created_at FROM ledger_transactions
        WHERE performer_id = ${performerId} AND kind IN ('charge', 'subscription', 'referral') AND created_at > ${since}::timestamptz
        UNION SELECT id, created_at FROM ledger_transactions WHERE id IN (SELECT transaction_id FROM sale)) AS t
      -- Looked up per transaction, because all postings of the accounts would be years of sales.
      CROSS JOIN LATERAL (
        SELECT sum(amount) AS amount FROM ledger_postings
        WHERE transaction_id = ANY (${withParts(sql`t.id`)}) AND account_id = ANY (ARRAY(SELECT id FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}))) AS p
      WHERE p.amount > 0 AND (SELECT undone.id FROM ledger_transactions undone WHERE undone.reverses_id = t.id) IS NULL),
    held AS (
      SELECT sum(amount) AS amount, min(created_at) AS oldest, max(created_at) AS newest FROM net WHERE NOT in_problem GROUP BY (created_at AT TIME ZONE 'UTC')::date)
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}) AS total,
      (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'payout' AND owner_id = ${performerId}) AS set_aside,
      (SELECT coalesce(sum(amount), 0) FROM net WHERE in_problem) AS in_problems,
      (SELECT json_agg(json_build_object('amount', amount, 'oldest', oldest, 'newest', newest) ORDER BY oldest) FROM held) AS holds`),
  );
  const days = row?.holds ?? [];
  const after = (time: string) => addDays(new Date(time), payoutHoldDays).toISOString();
  const holds = days.map(({ amount, newest }): HeldDay => ({
    amount: Number(amount),
    availableAt: after(newest),
  }));
  const inProblems = Number(row?.in_problems ?? 0);
  const onHold = holds.reduce((sum, day) => sum + day.amount, inProblems);
  const total = Number(row?.total ?? 0);
  return {
    total,
    available: total - onHold,
    onHold,
    inProblems,
    holds,
    setAside: Number(row?.set_aside ?? 0),
    nextAvailableAt: days[0] ? after(days[0].oldest) : null,
  };
}

/** When releases from hold will have added up to `missing` cents; null when all of them together won't. */
export function availableWhen(holds: readonly HeldDay[], missing: number): string | null {
  let sum = 0;
  return holds.find(({ amount }) => (sum += amount) >= missing)?.availableAt ?? null;
}
