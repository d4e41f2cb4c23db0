import type { Cents } from '../units.ts';

/**
 * The price of a first period with `percent` off, rounded half up, but never below `least`, the smallest card payment.
 * A price at that minimum can't be discounted.
 */
export const firstPrice = (price: Cents, percent: number, least: Cents): Cents =>
  Math.min(price, Math.max(least, Math.floor((price * (100 - percent) + 50) / 100)));
