/**
 * A whole number with a unit. A plain number can be assigned to it, so that arithmetic needs no casts, but a
 * number with another unit can't: passing cents as tokens doesn't compile. The property exists only for the
 * compiler.
 */
type Whole<Unit extends string> = number & { valueOf(): number; readonly unit?: Unit };

/** Minor units of the site's currency: 999 is $9.99. */
export type Cents = Whole<'cents'>;
/** What fans hold in their wallets and spend. */
export type Tokens = Whole<'tokens'>;
/** Hundredths of a percent: 2000 is 20%. */
export type BasisPoints = Whole<'basis points'>;

/** The site's commission in cents, rounded half up. */
export const calculateCommission = (amount: Cents, bps: BasisPoints): Cents =>
  Math.floor((amount * bps + 5_000) / 10_000);
/** The value of tokens in cents, rounded down; the fraction stays on the exchange account. */
export const tokensToMoney = (tokens: Tokens, tokenRate: number): Cents =>
  Math.floor((tokens * 100) / tokenRate);
