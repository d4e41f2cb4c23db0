import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { coupons } from '../../../db/schema/coupons.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type CouponRow, type CouponTarget, calculateDiscount, couponRefusal } from './rules.ts';
import { couponGone, hasPaid, ownUses } from './uses.ts';
import { forgiveHit, limitRate } from '../../../kernel/rate-limit.ts';

const guesses = { max: 30, seconds: 3600 };
const unknown = () => invalid('couponCode', 'That code doesn’t work. Check the spelling.');

async function findCoupon(ctx: Ctx, code: string): Promise<CouponRow> {
  const [row] = await ctx.db.select().from(coupons).where(eq(coupons.code, code));
  if (!row) throw unknown();
  return row;
}

/**
 * Checks that a code exists and counts wrong guesses. Call it outside a transaction, because a rollback would
 * undo the count.
 * @throws AppError 422, 429
 */
export async function refuseGuesses(ctx: UserCtx, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  const key = `coupon:${ctx.viewer.id}`;
  await limitRate(ctx, key, guesses);
  await findCoupon(ctx, code);
  await forgiveHit(ctx, key);
}

export interface CouponWish {
  readonly code: string;
  readonly target: CouponTarget;
  /** The price without the coupon, in cents. */
  readonly before: number;
}

/**
 * Finds a coupon and checks whether the viewer can use it; `refusal` is the reason if not.
 * @throws AppError 422 when there is no such code.
 */
async function evaluateCoupon(
  ctx: UserCtx,
  { code, target, before }: CouponWish,
): Promise<{ coupon: CouponRow; refusal: string | null }> {
  const coupon = await findCoupon(ctx, code);
  const { currency } = await ctx.settings.all();
  const me = ctx.viewer.id;
  const refusal = couponRefusal(coupon, {
    target,
    before,
    currency,
    time: now(ctx),
    ownUses: await ownUses(ctx, coupon.id, me),
    hasPaid: coupon.firstPaymentOnly && (await hasPaid(ctx, me)),
  });
  return { coupon, refusal };
}

/**
 * A coupon's effect on what the viewer wants to pay for; `off` is in cents.
 * @throws AppError 422 with the reason.
 */
export async function checkCoupon(
  ctx: UserCtx,
  wish: CouponWish,
): Promise<{ coupon: CouponRow; off: number }> {
  const { coupon, refusal } = await evaluateCoupon(ctx, wish);
  if (refusal) throw invalid('couponCode', refusal);
  return { coupon, off: calculateDiscount(coupon, wish.before) };
}

/**
 * What a payment's coupon takes off; undefined when none was given. Reserve it with the payment.
 * @throws AppError 409 `price_changed` with the reason and the amount without the coupon.
 */
export async function couponFor(
  tx: UserCtx,
  wish: Omit<CouponWish, 'code'> & { readonly code: string | undefined },
): Promise<{ id: string; discount: Cents } | undefined> {
  if (wish.code === undefined) return undefined;
  const { coupon, refusal } = await evaluateCoupon(tx, { ...wish, code: wish.code });
  if (refusal) throw await couponGone(tx, { reason: refusal, amount: wish.before });
  return { id: coupon.id, discount: calculateDiscount(coupon, wish.before) };
}
