import type { Cents } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { addDays } from '../../kernel/subscription-dates.ts';

/** Money on hold that becomes available on one day. */
export interface HeldDay {
  /** When all of it has. */
  readonly availableAt: string;
  readonly amount: Cents;
}
export interface EarningBalance {
  /** All of it, without what is set aside for a payout. */
  readonly total: number;
  /** Below zero when a sale was refunded after it was paid out. */
  readonly available: number;
  readonly onHold: number;
  /** What of it becomes available when, the next first. */
  readonly holds: readonly HeldDay[];
  /** Set aside for a payout on its way. */
  readonly setAside: number;
  /** When the first of what is on hold becomes available. */
  readonly nextAvailableAt: string | null;
}

interface Row {
  total: string;
  set_aside: string;
  holds: { amount: string | number; oldest: string; newest: string }[] | null;
}

/**
 * What a creator's earnings come to now. On hold is what was earned in the days of the hold and wasn't given
 * back, whatever brought it (a sale, a referral); the rest of the balance is available. One statement, so
 * that a sale or a refund meanwhile is either in all of it or in none.
 */
export async function earningBalance(ctx: Ctx, performerId: string): Promise<EarningBalance> {
  const { payoutHoldDays } = await ctx.settings.all();
  const since = addDays(now(ctx), -payoutHoldDays).toISOString();
  const [row] = await rowsOf<Row>(
    ctx.db.execute(sql`
    WITH held AS (
      SELECT sum(p.amount) AS amount, min(t.created_at) AS oldest, max(t.created_at) AS newest
      FROM ledger_transactions t
      -- One transaction at a time: all postings of the accounts are years of sales.
      CROSS JOIN LATERAL (
        SELECT sum(amount) AS amount FROM ledger_postings
        WHERE transaction_id = t.id AND account_id = ANY (ARRAY(SELECT id FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}))) AS p
      WHERE t.performer_id = ${performerId} AND t.kind IN ('charge', 'subscription', 'referral') AND t.created_at > ${since}::timestamptz AND p.amount > 0
        AND (SELECT undone.id FROM ledger_transactions undone WHERE undone.reverses_id = t.id) IS NULL
      GROUP BY (t.created_at AT TIME ZONE 'UTC')::date)
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${performerId}) AS total,
      (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = 'payout' AND owner_id = ${performerId}) AS set_aside,
      (SELECT json_agg(json_build_object('amount', amount, 'oldest', oldest, 'newest', newest) ORDER BY oldest) FROM held) AS holds`),
  );
  const days = row?.holds ?? [];
  const after = (moment: string) => addDays(new Date(moment), payoutHoldDays).toISOString();
  const holds = days.map(({ amount, newest }): HeldDay => ({
    amount: Number(amount),
    availableAt: after(newest),
  }));
  const onHold = holds.reduce((sum, day) => sum + day.amount, 0);
  const total = Number(row?.total ?? 0);
  return {
    total,
    available: total - onHold,
    onHold,
    holds,
    setAside: Number(row?.set_aside ?? 0),
    nextAvailableAt: days[0] ? after(days[0].oldest) : null,
  };
}

/** When what comes off hold will have made up `missing` cents; null when all of it doesn't. */
export function availableWhen(holds: readonly HeldDay[], missing: number): string | null {
  let sum = 0;
  return holds.find(({ amount }) => (sum += amount) >= missing)?.availableAt ?? null;
}
