/**
 * A whole number of one unit. A plain number fits, so that sums need no ceremony; a number of another unit
 * doesn't, so that cents handed over as tokens don't compile. The property exists for the compiler alone.
 */
type Whole<Unit extends string> = number & { valueOf(): number; readonly unit?: Unit };

/** Minor units of the site's one currency: 999 is $9.99. */
export type Cents = Whole<'cents'>;
/** What fans hold in their wallets and spend. */
export type Tokens = Whole<'tokens'>;
/** Hundredths of a percent: 2000 is 20%. */
export type BasisPoints = Whole<'basis points'>;
