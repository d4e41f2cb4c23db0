import type { Cents } from '../units.ts';

/** Months that are paid at once. */
export const monthsPerPlan = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 } as const;
export type PaidType = keyof typeof monthsPerPlan;

/** Whether a kind of subscription is paid by its subscriber and renews. Free ones and gifts end by themselves. */
export const isPaid = (type: PaidType | 'free' | 'gift'): type is PaidType =>
  type !== 'free' && type !== 'gift';

/** Plans whose price is a creator's percentage off as many single months. A year has a price of its own. */
export const bundleTypes = ['quarterly', 'semiannual'] as const;
export type BundleType = (typeof bundleTypes)[number];

/** The price of all months of a bundle together, rounded down so that it saves no less than was promised. */
export const bundlePrice = (type: BundleType, { month, percent }: { month: Cents; percent: number }): Cents =>
  Math.floor((month * monthsPerPlan[type] * (100 - percent)) / 100);

/** What a creator has chosen. Null: not offered. */
export interface ChosenPrices {
  readonly monthly: Cents | null;
  readonly yearly: Cents | null;
  readonly quarterlyPercent: number | null;
  readonly semiannualPercent: number | null;
}

const offeredBundlePrice = (type: BundleType, month: Cents | null, percent: number | null): Cents | null =>
  month === null || percent === null ? null : bundlePrice(type, { month, percent });

/** The price of each plan in cents. Null: not offered. */
export const calculatePlanPrices = (chosen: ChosenPrices): Record<PaidType, Cents | null> => ({
  monthly: chosen.monthly,
  quarterly: offeredBundlePrice('quarterly', chosen.monthly, chosen.quarterlyPercent),
  semiannual: offeredBundlePrice('semiannual', chosen.monthly, chosen.semiannualPercent),
  yearly: chosen.yearly,
});

/** How many months a gift can have, and the plan that has as many. */
const giftPlans = { 1: 'monthly', 3: 'quarterly', 6: 'semiannual', 12: 'yearly' } as const;
export type GiftMonths = keyof typeof giftPlans;
const giftMonths = [1, 3, 6, 12] as const;

/**
 * What gifts of a creator's subscription cost: the price of the plan of the same length, or else of as many single
 * months. Lengths above the site's highest price aren't offered.
 */
export function giftPrices(
  prices: Readonly<Record<PaidType, Cents | null>>,
  highest: Cents,
): { months: GiftMonths; price: Cents }[] {
  const { monthly } = prices;
  if (monthly === null) return [];
  return giftMonths.flatMap((months) => {
    const price = prices[giftPlans[months]] ?? months * monthly;
    return price <= highest ? [{ months, price }] : [];
  });
}
