import type { Cents } from '#lib/units.ts';
import { and, eq, isNull, or } from 'drizzle-orm';
import { formatMoney } from '#lib/format.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { spendCaps } from '../../../db/schema/wallet.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sumSpent } from './spending-query.ts';

export type SpendCapRow = typeof spendCaps.$inferSelect;
/** Stored in `next_amount` when a cap is to be removed. */
export const noCap = -1;

/** The calendar month (UTC) to which caps apply. */
export const monthAround = (time: Date): { from: Date; to: Date } => ({
  from: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1)),
  to: new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)),
});

/**
 * The cap at a given time in cents; null for none. A pending raise applies automatically once its time has
 * come.
 */
export function capAt({ amount, nextAmount, nextAt }: SpendCapRow, time: Date): number | null {
  const counts = nextAt !== null && nextAt <= time && nextAmount !== null ? nextAmount : amount;
  return counts === noCap ? null : counts;
}

/** Locks the account, so that changing a cap and spending under it happen one at a time. */
export const lockSpending = async (tx: Ctx, accountId: string): Promise<void> =>
  void (await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update'));

/** An account's spending in a month in cents: in total, and for one creator. */
export interface Spending {
  readonly total: number;
  of(performerId: string): number;
}

export async function spendingIn(
  ctx: Ctx,
  accountId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Spending> {
  const { tokenRate } = await ctx.settings.all();
  const rows = await sumSpent(ctx.db, { accountId, from, to, tokenRate });
  const byCreator = new Map(rows.map((row) => [row.performer_id, Number(row.cents)]));
  return {
    total: [...byCreator.values()].reduce((sum, cents) => sum + cents, 0),
    of: (performerId) => byCreator.get(performerId) ?? 0,
  };
}

interface Spent {
  readonly performerId: string;
  readonly cents: Cents;
  /** Whether it is already written in this transaction, and so part of the sum. */
  readonly isWritten: boolean;
}

async function beyond(
  tx: UserCtx,
  cap: SpendCapRow,
  { left, amount, to }: { left: Cents; amount: Cents; to: Date },
): Promise<AppError> {
  const { currency } = await tx.settings.all();
  const whom = cap.performerId === null ? '' : ' for this creator';
  // In UTC, like the month.
  const end = to.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' });
  const words = `This exceeds the ${formatMoney(amount, currency)} monthly limit you set${whom}. You have ${formatMoney(left, currency)} left until ${end}.`;
  return new AppError(409, 'spend_cap', words, { details: { left, until: to.toISOString() } });
}

const capsFor = (tx: Ctx, accountId: string, performerId: string): Promise<SpendCapRow[]> =>
  tx.db
    .select()
    .from(spendCaps)
    .where(
      and(
        eq(spendCaps.accountId, accountId),
        or(isNull(spendCaps.performerId), eq(spendCaps.performerId, performerId)),
      ),
    );

const spentUnder = (cap: SpendCapRow, spending: Spending, performerId: string): Cents =>
  cap.performerId === null ? spending.total : spending.of(performerId);

/**
 * How much an account's caps let it spend on a creator this month: Infinity without a cap. Locks its spending,
 * so that the answer holds until the end of the transaction.
 */
export async function roomUnderCaps(tx: Ctx, accountId: string, performerId: string): Promise<Cents> {
  await lockSpending(tx, accountId);
  const caps = await capsFor(tx, accountId, performerId);
  if (caps.length === 0) return Infinity;
  const spending = await spendingIn(tx, accountId, monthAround(now(tx)));
  return Math.min(
    ...caps.map((cap) =>
      Math.max(0, (capAt(cap, now(tx)) ?? Infinity) - spentUnder(cap, spending, performerId)),
    ),
  );
}

/**
 * Refuses spending beyond one of the viewer's caps; accounts without caps skip the check. The account's
 * spending is serialized, so of two concurrent payments under one cap only one fits.
 * @throws AppError 409 `spend_cap` with `left` and `until`.
 */
export async function checkSpendCaps(tx: UserCtx, { performerId, cents, isWritten }: Spent): Promise<void> {
  if (!tx.viewer.hasSpendCaps || cents <= 0) return;
  const me = tx.viewer.id;
  await lockSpending(tx, me);
  const caps = await capsFor(tx, me, performerId);
  const month = monthAround(now(tx));
  const spending = await spendingIn(tx, me, month);
  for (const cap of caps) {
    const amount = capAt(cap, now(tx));
    const spent = spentUnder(cap, spending, performerId) - (isWritten ? cents : 0);
    const left = amount === null ? Infinity : Math.max(0, amount - spent);
    if (amount !== null && cents > left) throw await beyond(tx, cap, { left, amount, to: month.to });
  }
}
