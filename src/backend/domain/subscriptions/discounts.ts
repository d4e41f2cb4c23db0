import type { Cents } from '#lib/units.ts';
import type { Ctx } from '../../kernel/context.ts';
import { couponReleased, couponUsed, reserveCoupon } from '../coupons/uses.ts';
import { promotionReleased, promotionUsed, reservePromotion } from './promotion-uses.ts';

/**
 * What makes a payment cheaper. It is reserved while the payment is under way, so that no limit is overrun.
 */
interface Discounts {
  /** `discount`: cents that it takes off; the site bears them. */
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

/** The payment succeeded: what made it cheaper is used up. */
export async function discountsUsed(tx: Ctx, paymentId: string): Promise<void> {
  await couponUsed(tx, paymentId);
  await promotionUsed(tx, paymentId);
}

/** The payment failed for good: what made it cheaper can be used again. */
export async function discountsReleased(tx: Ctx, paymentId: string): Promise<void> {
  await couponReleased(tx, paymentId);
  await promotionReleased(tx, paymentId);
}
