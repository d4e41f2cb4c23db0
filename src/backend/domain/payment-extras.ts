import type { Ctx } from '../context.ts';
import { couponReleased, couponUsed, reserveCoupon } from './coupon-uses.ts';
import { promotionReleased, promotionUsed, reservePromotion } from './promotion-uses.ts';

/** What makes a payment cheaper, taken while it is under way so that no limit is overrun. */
export interface PaymentExtras {
  /** `discount`: cents that it takes off; the site bears them. */
  readonly coupon?: { readonly id: string; readonly discount: number };
  readonly promotionId?: string;
}

export async function reserveExtras(
  tx: Ctx,
  payment: { id: string; accountId: string; subscriptionId: string | null },
  { coupon, promotionId }: PaymentExtras,
): Promise<void> {
  const { id: paymentId, accountId, subscriptionId } = payment;
  if (coupon)
    await reserveCoupon(tx, { couponId: coupon.id, accountId, paymentId, discount: coupon.discount });
  if (promotionId && subscriptionId)
    await reservePromotion(tx, { promotionId, accountId, subscriptionId, paymentId });
}

/** The payment succeeded: what made it cheaper is used up. */
export async function extrasUsed(tx: Ctx, paymentId: string): Promise<void> {
  await couponUsed(tx, paymentId);
  await promotionUsed(tx, paymentId);
}

/** The payment failed for good: what made it cheaper can be used again. */
export async function extrasReleased(tx: Ctx, paymentId: string): Promise<void> {
  await couponReleased(tx, paymentId);
  await promotionReleased(tx, paymentId);
}
