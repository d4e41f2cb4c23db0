import { formatAmount, formatMoney, parseAmount } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';

export interface Bounds {
  readonly minimum: number;
  /** The available amount in cents. */
  readonly most: number;
  readonly currency: string;
}

/** An error message for a typed amount, or null. */
export function amountError(typed: string, { minimum, most, currency }: Bounds): string | null {
  const cents = parseAmount(typed);
  if (cents === null) return 'Enter an amount like 50.00.';
  if (cents < minimum) return `The minimum payout is ${formatMoney(minimum, currency)}.`;
  return cents > most ? `${formatMoney(most, currency)} is available.` : null;
}

interface AmountProps {
  readonly bounds: Bounds;
  readonly field: { readonly id: string; readonly value: string; readonly error: string | null };
  readonly onAll: (typed: string) => void;
}

/** A field for the amount, a button for all of it, and the resulting payout. */
export function AmountFields({ bounds, field, onAll }: AmountProps) {
  const { minimum, most, currency } = bounds;
  const cents = amountError(field.value, bounds) === null ? (parseAmount(field.value) ?? 0) : null;
  return (
    <>
      <TextInput
        label="Amount"
        inputMode="decimal"
        prefix={currency}
        required
        {...field}
        hint={`From ${formatMoney(minimum, currency)} to ${formatMoney(Math.max(most, 0), currency)}.`}
        suffix={
          <Button variant="quiet" onClick={() => onAll(formatAmount(Math.max(most, 0)))}>
            Full amount
          </Button>
        }
      />
      <SummaryList isLive>
        <Sum label="Fees">{formatMoney(0, currency)}</Sum>
        <Sum label="You receive" isTotal>
          {cents === null ? '–' : formatMoney(cents, currency)}
        </Sum>
        <Sum label="Stays available">{cents === null ? '–' : formatMoney(most - cents, currency)}</Sum>
      </SummaryList>
    </>
  );
}
