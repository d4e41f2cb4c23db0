import type { Cents } from '../units.ts';
import { type PaidType, monthsOf } from './bundles.ts';

/** What a plan costs a month, in whole cents. Rounded up, so that nobody pays more than what was named. */
export const monthOf = (type: PaidType, price: Cents): Cents => Math.ceil(price / monthsOf[type]);

/** What a plan saves compared with as many single months, in whole percent rounded down. */
export const savingOf = (type: PaidType, { price, month }: { price: Cents; month: Cents | null }): number =>
  month === null || month === 0 ? 0 : Math.floor(100 - (100 * price) / (monthsOf[type] * month) + 1e-9);
