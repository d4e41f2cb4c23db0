const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  link: 'Link',
};
const wallets = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' } as const;

/** A wallet in the API, such as `apple_pay`. */
export type WalletName = keyof typeof wallets;
export const walletNames = Object.keys(wallets) as readonly WalletName[];

/** The name of a wallet on screen, such as `Apple Pay`. */
export const walletText = (wallet: WalletName): string => wallets[wallet];

/** The name of a card brand, such as `Visa`. */
export const brandText = (brand: string): string => brands[brand] ?? 'Card';

interface Named {
  readonly brand: string;
  /** Empty for a Link account. */
  readonly last4: string;
  readonly wallet?: WalletName | null;
}

/** Such as `Visa ending in 4242`, `Apple Pay (Visa ending in 4242)` or `Link`. */
export function cardText({ brand, last4, wallet }: Named): string {
  if (last4 === '') return brandText(brand);
  const card = `${brandText(brand)} ending in ${last4}`;
  return wallet ? `${walletText(wallet)} (${card})` : card;
}

/** In a sentence, after “the” or “your”: `card ending in 4242` or `Link account`. */
export const cardNoun = ({ brand, last4 }: Named): string =>
  last4 === '' ? `${brandText(brand)} account` : `card ending in ${last4}`;

/** Formats the card of a payment, `visa ·· 4242`, as `Visa ·· 4242`. */
export const paidCardText = (card: string): string => card.replace(/^\w+/, brandText);

/** Whether a card expires before `time`. It is valid through the printed month; a Link account never expires. */
export const cardEndsBefore = (
  { expMonth, expYear }: { readonly expMonth: number | null; readonly expYear: number | null },
  time: Date,
): boolean => expMonth !== null && expYear !== null && Date.UTC(expYear, expMonth) <= time.getTime();
