import type { Cents } from '../units.ts';
import { type PaidType, monthsPerPlan } from './bundles.ts';

/** What a plan costs a month, in whole cents. Rounded up, so that nobody pays more than what was named. */
export const pricePerMonth = (type: PaidType, price: Cents): Cents => Math.ceil(price / monthsPerPlan[type]);

/** What a plan saves compared with as many single months, in whole percent rounded down. */
export const savingPercent = (
  type: PaidType,
  { price, month }: { price: Cents; month: Cents | null },
): number =>
  month === null || month === 0 ? 0 : Math.floor(100 - (100 * price) / (monthsPerPlan[type] * month) + 1e-9);
