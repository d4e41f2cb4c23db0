import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { coupons as family } from '#contract/trade/promotions.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { type CouponWish, checkCoupon, refuseGuesses } from './choice.ts';
import { priceToStart } from '../../trade/subscriptions/start.ts';
import { priceOfTopUp } from '../wallet/top-up.ts';

type Applied = ParsedInput<'POST /coupons/:code/apply-coupon'>;
type Effect = ReplySource<'POST /coupons/:code/apply-coupon'>;

type Target = Applied['body']['target'];
async function priceOfTarget(ctx: UserCtx, target: Target): Promise<Omit<CouponWish, 'code'>> {
  if ('performerId' in target) return { target: 'subscription', before: await priceToStart(ctx, target) };
  return {
    target: 'packageId' in target ? 'package' : 'top_up',
    before: (await priceOfTopUp(ctx, target)).amount,
  };
}

/** Previews a coupon's effect. Reserves and guarantees nothing. */
async function apply(ctx: UserCtx, { params, body }: Applied): Promise<Effect> {
  await refuseGuesses(ctx, params.code);
  const wish = { code: params.code, ...(await priceOfTarget(ctx, body.target)) };
  const { coupon, off } = await checkCoupon(ctx, wish);
  return {
    code: coupon.code,
    kind: coupon.kind,
    value: coupon.off,
    before: wish.before,
    off,
    after: wish.before - off,
    endsAt: coupon.endsAt?.toISOString() ?? null,
  };
}

export const couponHandlers: HandlersOf<typeof family> = {
  'POST /coupons/:code/apply-coupon': (ctx, input) => apply(ctx, input),
};
