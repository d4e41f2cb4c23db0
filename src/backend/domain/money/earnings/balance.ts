import type { Cents } from '#lib/units.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { findBalance } from './balance-query.ts';

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

/**
 * A creator's current balance, in cents. Money earned during the hold period and not refunded is on hold,
 * whatever its source, and so is that of an order with an open problem; the rest is available.
 */
export async function earningBalance(ctx: Ctx, performerId: string): Promise<EarningBalance> {
  const { payoutHoldDays } = await ctx.settings.all();
  const since = addDays(now(ctx), -payoutHoldDays).toISOString();
  const row = await findBalance(ctx.db, performerId, since);
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
