/**
 * The currencies a site can take payments in, each with the smallest card payment in hundredths (source: Stripe's
 * "Minimum and maximum charge amounts"; at least 0.50). Amounts are stored, shown and charged in hundredths, so
 * only currencies with two decimals belong here.
 */
const leastCharges = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 50,
  HKD: 400,
  INR: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
} as const;

type Currency = keyof typeof leastCharges;

export const currencies = Object.keys(leastCharges) as readonly Currency[];

export const isAvailableCurrency = (code: unknown): code is Currency =>
  currencies.some((each) => each === code);

/**
 * The smallest card payment in a currency, in hundredths; gateways refuse less. A site whose currency was set before
 * the choice was limited takes no card payments, whatever their size.
 */
export const leastCharge = (code: string): number => (isAvailableCurrency(code) ? leastCharges[code] : 50);

/** Stripe takes this one in whole units, although it has two decimals. */
const wholeAtStripe = ['MGA'];

/**
 * Whether the currency's smallest unit is a hundredth. A site whose currency was set before the choice was
 * limited may have another one, and would charge a hundred times what it shows.
 */
export const hasHundredths = (code: string): boolean =>
  !wholeAtStripe.includes(code) &&
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits === 2;
