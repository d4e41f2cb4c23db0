import { formatMoney } from '#lib/format.ts';

/** What was paid, in the unit it was paid in. */
export const paymentAmount = ({
  amount,
  unit,
  currency,
}: {
  readonly amount: number;
  readonly unit: 'money' | 'token';
  readonly currency: string;
}): string =>
  unit === 'money'
    ? formatMoney(amount, currency)
    : `${amount < 0 ? '−' : ''}${Math.abs(amount)} ${Math.abs(amount) === 1 ? 'token' : 'tokens'}`;
