import type { Cents, Tokens } from '#lib/units.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import { formatMoney, parseAmount } from '#lib/format.ts';

type Bounds = Pick<PublicSettings, 'minimumWalletPrice' | 'maximumWalletPrice'>;
type Rated = Bounds & Pick<PublicSettings, 'tokenRate' | 'currency'>;

/** Default amount in cents. */
const usual = 1000;

/** Limits of a top-up in cents; the settings give them in whole currency units. */
export const topUpBounds = ({ minimumWalletPrice, maximumWalletPrice }: Bounds) => ({
  min: Math.round(minimumWalletPrice * 100),
  max: Math.round(maximumWalletPrice * 100),
});

export const toTokens = (cents: Cents, tokenRate: number): Tokens => Math.floor((cents * tokenRate) / 100);

/** How many top-ups the missing tokens take, because each has a limit. */
export const topUpsFor = (settings: Rated, missing: number): number =>
  Math.ceil((missing * 100) / settings.tokenRate / topUpBounds(settings).max);

/** The smallest amount in cents that covers the missing tokens, within the limits. */
export function topUpStart(settings: Rated, missing?: number): number {
  const { min, max } = topUpBounds(settings);
  const wanted = missing ? Math.ceil((missing * 100) / settings.tokenRate) : usual;
  return Math.max(min, Math.min(max, wanted));
}

/** An error message for a typed amount, or null. */
export function amountError(typed: string, settings: Rated): string | null {
  const cents = parseAmount(typed);
  const { min, max } = topUpBounds(settings);
  if (cents === null) return 'Enter an amount like 10.00.';
  if (cents < min) return `The smallest top-up is ${formatMoney(min, settings.currency)}.`;
  return cents > max ? `The largest top-up is ${formatMoney(max, settings.currency)}.` : null;
}
