import { leastCharge } from '#config/currencies.ts';
import { formatMoney } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import type { coupons } from '../../../db/schema/coupons.ts';

export type CouponRow = typeof coupons.$inferSelect;
/** What is paid for. `top_up` is a custom amount. */
export type CouponTarget = 'top_up' | 'package' | 'subscription';

/** The discount in cents. Fractions of a cent are rounded in the site's favor. */
export const calculateDiscount = ({ kind, off }: Pick<CouponRow, 'kind' | 'off'>, before: number): number =>
  Math.min(before, kind === 'fixed' ? off : Math.floor((before * off) / 100));

export interface CouponFacts {
  readonly target: CouponTarget;
  /** The price before the coupon, in cents. */
  readonly before: number;
  /** How often this account has used or reserved it. */
  readonly ownUses: number;
  /** Whether the account has paid by card or has reserved another first-payment coupon. */
  readonly hasPaid: boolean;
  readonly time: Date;
  readonly currency: string;
}

const onlyFor: Record<Exclude<CouponRow['appliesTo'], 'all'>, string> = {
  top_up: 'top-ups',
  package: 'token packages',
  subscription: 'subscriptions',
};
/** Coupons for top-ups also apply to packages. */
const isFor = ({ appliesTo }: CouponRow, target: CouponTarget): boolean =>
  appliesTo === 'all' || appliesTo === target || (appliesTo === 'top_up' && target === 'package');

function badTime({ isActive, startsAt, endsAt }: CouponRow, time: Date): string | null {
  if (time < startsAt) return `This coupon starts on ${formatDay(startsAt.toISOString())}.`;
  if (endsAt && time >= endsAt) return `This coupon ended on ${formatDay(endsAt.toISOString())}.`;
  return isActive ? null : 'This coupon isn’t valid anymore.';
}

/** Why no use is left, in total or for this account; null if there is one. */
function noUseLeft(
  { uses, maxUses, perUser, firstPaymentOnly }: CouponRow,
  { ownUses, hasPaid }: CouponFacts,
): string | null {
  if (ownUses >= perUser) return 'You’ve already used this coupon.';
  if (maxUses !== null && uses >= maxUses) return 'This coupon has been used up.';
  return firstPaymentOnly && hasPaid ? 'This coupon is only for your first payment.' : null;
}

function badPrice(coupon: CouponRow, { target, before, currency }: CouponFacts): string | null {
  if (coupon.appliesTo !== 'all' && !isFor(coupon, target))
    return `This coupon is only for ${onlyFor[coupon.appliesTo]}.`;
  if (before < coupon.minimum) return `Minimum purchase ${formatMoney(coupon.minimum, currency)}.`;
  const after = before - calculateDiscount(coupon, before);
  const least = leastCharge(currency);
  return after < least
    ? `With this coupon ${formatMoney(after, currency)} would be left to pay, and cards pay ${formatMoney(least, currency)} or more. Choose something that costs more.`
    : null;
}

/** A message saying why a coupon can't be used, or null if it can. */
export const couponRefusal = (coupon: CouponRow, facts: CouponFacts): string | null =>
  badTime(coupon, facts.time) ?? noUseLeft(coupon, facts) ?? badPrice(coupon, facts);
