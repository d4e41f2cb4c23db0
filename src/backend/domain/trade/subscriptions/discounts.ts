import type { Cents } from '#lib/units.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { couponReleased, couponUsed, reserveCoupon } from '../../money/coupons/uses.ts';
import { promotionReleased, promotionUsed, reservePromotion } from './promotion-uses.ts';

/** The discounts of a payment, reserved while it is in progress so that no limit is exceeded. */
interface Discounts {
  /** `discount` is what it takes off in cents; the site absorbs it. */
  readonly coupon?: { readonly id: string; readonly discount: Cents };
  readonly promotionId?: string;
}

export async function reserveDiscounts(
  tx: Ctx,
  payment: { id: string; accountId: string; subscriptionId: string | null; amount: Cents },
  { coupon, promotionId }: Discounts,
): Promise<void> {
  const { id: paymentId, accountId, subscriptionId } = payment;
  if (coupon) await reserveCoupon(tx, payment, coupon);
  if (promotionId && subscriptionId)
    await reservePromotion(tx, { promotionId, accountId, subscriptionId, paymentId });
}

/** Marks a successful payment's discounts as used. */
export async function discountsUsed(tx: Ctx, paymentId: string): Promise<void> {
  await couponUsed(tx, paymentId);
  await promotionUsed(tx, paymentId);
}

/** Releases the discounts of a payment that failed for good. */
export async function discountsReleased(tx: Ctx, paymentId: string): Promise<void> {
  await couponReleased(tx, paymentId);
  await promotionReleased(tx, paymentId);
}
