import { calculateCommission, tokensToMoney } from '#lib/units.ts';
import { formatMoney, parseAmount } from '#lib/format.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';

interface Priced extends Omit<TextInputProps, 'hint'> {
  readonly value: string;
  /** While no price is typed. */
  readonly hint?: string;
  /** Added to what the creator gets, such as what stays free. */
  readonly note?: string | null;
}
export interface PriceInputProps extends Priced {
  /** The price is for a minute. */
  readonly perMinute?: boolean;
}

/** Below a price: "You get $4.80 of $6.00." */
export function useShare(): (cents: number, unit?: string) => string {
  const { currency, commissionBps } = useAppSelector(selectSettings);
  return (cents, unit = '') =>
    `You get ${formatMoney(cents - calculateCommission(cents, commissionBps), currency)} of ${formatMoney(cents, currency)}${unit}.`;
}

/** What a field says: the share of a price, or else its hint. */
const joinHint = (share: string | null, { hint, note }: Pick<Priced, 'hint' | 'note'>): string | undefined =>
  share === null ? hint : note ? `${share} ${note}` : share;

/** A price in tokens that a creator sets. Says what they get of it in money. */
export function PriceInput({ hint, note, perMinute, ...rest }: PriceInputProps) {
  const { tokenRate } = useAppSelector(selectSettings);
  const share = useShare();
  const typed = rest.value.trim();
  const cents = /^\d{1,9}$/.test(typed) ? tokensToMoney(Number(typed), tokenRate) : 0;
  return (
    <TextInput
      {...rest}
      suffix="tokens"
      inputMode="numeric"
      autoComplete="off"
      hint={joinHint(cents > 0 ? share(cents, perMinute ? ' a minute' : '') : null, { hint, note })}
    />
  );
}

/** A price in money that a creator sets. */
export function MoneyPriceInput({ hint, note, ...rest }: Priced) {
  const { currency } = useAppSelector(selectSettings);
  const share = useShare();
  const cents = parseAmount(rest.value) ?? 0;
  return (
    <TextInput
      {...rest}
      prefix={currency}
      inputMode="decimal"
      hint={joinHint(cents > 0 ? share(cents) : null, { hint, note })}
    />
  );
}
