import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { type Ctx, type UserCtx, now } from '../../kernel/context.ts';
import { coupons } from '../../db/schema/coupons.ts';
import { invalid } from '../../kernel/errors.ts';
import { type CouponRow, type CouponTarget, couponRefusal, discountOf } from './rules.ts';
import { couponGone, hasPaid, ownUses } from './uses.ts';
import { forgiveHit, limitRate } from '../../kernel/rate-limit.ts';

/** Wrong codes that one account may try. */
const guesses = { max: 30, seconds: 3600 };
const unknown = () => invalid('couponCode', 'That code doesn’t work. Check the spelling.');

async function findCoupon(ctx: Ctx, code: string): Promise<CouponRow> {
  const [row] = await ctx.db.select().from(coupons).where(eq(coupons.code, code));
  if (!row) throw unknown();
  return row;
}

/**
 * Refuses a code that there is none of, before anything else is looked at: whoever tries one after the other
 * has to stop. Call it outside a transaction, which would forget the tries. @throws AppError 422, 429.
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
  /** Cents without it. */ readonly before: number;
}

/**
 * A coupon as it comes to the viewer and what they want to pay for, or why it can't be used. @throws AppError
 * 422 for a code that there is none of.
 */
async function judgeCoupon(
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
    moment: now(ctx),
    ownUses: await ownUses(ctx, coupon.id, me),
    hasPaid: coupon.firstPaymentOnly && (await hasPaid(ctx, me)),
  });
  return { coupon, refusal };
}

/** What a coupon does to what the viewer wants to pay for. @throws AppError 422 with the reason in words. */
export async function couponJudged(
  ctx: UserCtx,
  wish: CouponWish,
): Promise<{ coupon: CouponRow; off: number }> {
  const { coupon, refusal } = await judgeCoupon(ctx, wish);
  if (refusal) throw invalid('couponCode', refusal);
  return { coupon, off: discountOf(coupon, wish.before) };
}

/**
 * What the coupon of a payment takes off; undefined where none was given. Reserve it with the payment.
 * @throws AppError 409 `price_changed` with the reason, and what is to be paid without it.
 */
export async function couponFor(
  tx: UserCtx,
  wish: Omit<CouponWish, 'code'> & { readonly code: string | undefined },
): Promise<{ id: string; discount: Cents } | undefined> {
  if (wish.code === undefined) return undefined;
  const { coupon, refusal } = await judgeCoupon(tx, { ...wish, code: wish.code });
  if (refusal) throw await couponGone(tx, { reason: refusal, amount: wish.before });
  return { id: coupon.id, discount: discountOf(coupon, wish.before) };
}
