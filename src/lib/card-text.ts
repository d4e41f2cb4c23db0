const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The name of a card brand, such as `Visa`. */
export const brandText = (brand: string): string => brands[brand] ?? 'Card';

/** Such as `Visa ending in 4242`. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandText(brand)} ending in ${last4}`;

/** Formats the card of a payment, `visa ·· 4242`, as `Visa ·· 4242`. */
export const paidCardText = (card: string): string => card.replace(/^\w+/, brandText);

/** Whether a card expires before `moment`. It is valid through the printed month. */
export const cardEndsBefore = (
  { expMonth, expYear }: { readonly expMonth: number; readonly expYear: number },
  moment: Date,
): boolean => Date.UTC(expYear, expMonth) <= moment.getTime();
