import { centsOfTokens, formatMoney } from '#lib/format.ts';
import { useRate } from '#ui/content/money.tsx';
import { TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';

export interface PriceInputProps extends TextInputProps {
  readonly value: string;
}

/** A price in tokens, with its value in money as the hint once it is a number. */
export function PriceInput({ value, hint, ...rest }: PriceInputProps) {
  const { currency, tokenRate } = useRate();
  const isNumber = /^\d{1,9}$/.test(value.trim());
  return (
    <TextInput
      {...rest}
      value={value}
      suffix="tokens"
      inputMode="numeric"
      autoComplete="off"
      hint={isNumber ? `= ${formatMoney(centsOfTokens(Number(value), tokenRate), currency)}` : hint}
    />
  );
}
