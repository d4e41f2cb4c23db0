import type { Cents } from '#lib/units.ts';
import { and, eq, inArray, lt, isNull, or, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { coupons, couponUses } from '../../../db/schema/coupons.ts';
import { payments } from '../../../db/schema/ledger.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { priceChanged } from '../../../kernel/expected-price.ts';

/**
 * The error for a coupon that became unusable during a payment; `amount` is the price without it, in cents.
 */
export const couponGone = (
  ctx: Ctx,
  { reason, amount }: { reason: string; amount: Cents },
): Promise<AppError> =>
  priceChanged(ctx, { amount, unit: 'money', say: (price) => `${reason} Without it, you pay ${price}.` });
/** Only reserved and used coupons count toward the limits. */
const counts = inArray(couponUses.state, ['reserved', 'used']);

/** How often an account has used or reserved a coupon. */
export const ownUses = (ctx: Ctx, couponId: string, accountId: string): Promise<number> =>
  ctx.db.$count(
    couponUses,
    and(eq(couponUses.couponId, couponId), eq(couponUses.accountId, accountId), counts),
  );

/** Whether an account has ever paid by card or has reserved a first-payment coupon. */
export async function hasPaid(ctx: Ctx, accountId: string): Promise<boolean> {
  if (
    (await ctx.db.$count(payments, and(eq(payments.accountId, accountId), eq(payments.state, 'succeeded')))) >
    0
  )
    return true;
  const under = await ctx.db
    .select({ id: couponUses.id })
    .from(couponUses)
    .innerJoin(coupons, and(eq(coupons.id, couponUses.couponId), coupons.firstPaymentOnly))
    .where(and(eq(couponUses.accountId, accountId), counts))
    .limit(1);
  return under.length > 0;
}

/**
 * Takes one use if any is left. The coupon's row stays locked until the transaction ends, so that uses are
 * counted one at a time.
 */
async function takeUse(tx: Ctx, couponId: string) {
  const room = or(isNull(coupons.maxUses), lt(coupons.uses, coupons.maxUses));
  const [taken] = await tx.db
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(and(eq(coupons.id, couponId), room))
    .returning();
  return taken;
}

/**
 * Reserves one use of a coupon for a new payment; `discount` is in cents.
 * @throws AppError 409 `price_changed` when the last use was taken in the meantime.
 */
export async function reserveCoupon(
  tx: Ctx,
  payment: { readonly id: string; readonly accountId: string; readonly amount: Cents },
  { id: couponId, discount }: { readonly id: string; readonly discount: Cents },
): Promise<void> {
  const use = { couponId, accountId: payment.accountId, paymentId: payment.id, discount };
  const before = payment.amount + discount;
  const refused = (reason: string) => couponGone(tx, { reason, amount: before });
  const coupon = await takeUse(tx, use.couponId);
  if (!coupon) throw await refused('This coupon has been used up.');
  // Queried after taking the locks, so that uses committed while waiting are seen.
  if ((await ownUses(tx, use.couponId, use.accountId)) >= coupon.perUser)
    throw await refused('You’ve already used this coupon.');
  if (coupon.firstPaymentOnly) {
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, use.accountId))
      .for('no key update');
    if (await hasPaid(tx, use.accountId)) throw await refused('This coupon is only for your first payment.');
  }
  await tx.db
    .insert(couponUses)
    .values({ id: tx.ports.ids(), ...use, state: 'reserved', createdAt: now(tx) });
}

async function ofPayment(tx: Ctx, paymentId: string) {
  const [use] = await tx.db
    .select()
    .from(couponUses)
    .where(eq(couponUses.paymentId, paymentId))
    .for('update');
  return use;
}
const become = (tx: Ctx, id: string, state: 'used' | 'released') =>
  tx.db.update(couponUses).set({ state }).where(eq(couponUses.id, id));

/**
 * Marks a payment's coupon as used. If the payment had been given up before the bank confirmed it late, the
 * use was released: it is taken again if any is left. Otherwise the site bears the discount beyond the limit,
 * because the card was already charged the lower amount.
 */
export async function couponUsed(tx: Ctx, paymentId: string): Promise<void> {
  const use = await ofPayment(tx, paymentId);
  if (use?.state === 'reserved' || (use?.state === 'released' && (await takeUse(tx, use.couponId))))
    await become(tx, use.id, 'used');
}

/** Releases the coupon of a payment that failed for good. */
export async function couponReleased(tx: Ctx, paymentId: string): Promise<void> {
  const use = await ofPayment(tx, paymentId);
  if (use?.state !== 'reserved') return;
  await become(tx, use.id, 'released');
  await tx.db
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, use.couponId));
}

/** The code of the coupon used for a payment, or null. */
export async function findUsedCode(
  tx: Ctx,
  payment: { readonly id: string; readonly discount: Cents },
): Promise<string | null> {
  if (payment.discount === 0) return null;
  const [row] = await tx.db
    .select({ code: coupons.code })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
    .where(eq(couponUses.paymentId, payment.id));
  return row?.code ?? null;
}
/** The history text with the coupon appended. */
export const withCoupon = (description: string, code: string | null): string =>
  code === null ? description : `${description} (coupon ${code})`;
