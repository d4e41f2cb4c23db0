const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `Visa`. */
export const brandText = (brand: string): string => brands[brand] ?? 'Card';

/** `Visa ending in 4242`. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandText(brand)} ending in ${last4}`;

/** A card as a list of payments names it, `visa ·· 4242`, as people write it: `Visa ·· 4242`. */
export const paidCardText = (card: string): string => card.replace(/^\w+/, brandText);

/** Is a card over by then? It is good to the end of the month printed on it. */
export const cardEndsBefore = (
  { expMonth, expYear }: { readonly expMonth: number; readonly expYear: number },
  moment: Date,
): boolean => Date.UTC(expYear, expMonth) <= moment.getTime();
