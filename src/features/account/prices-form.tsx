import type { OwnPerformer } from '#contract/performers';
import { formatAmount, formatMoney, parseAmount } from '#lib/format';
import { useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/choice';
import { FormErrors } from '#ui/form-errors';
import { Stack } from '#ui/stack';
import { TextInput } from '#ui/text-input';
import { useForm } from '#ui/use-form';
import styles from './account.module.css';
import { useProfileUpdate } from './use-profile-update.tsx';

interface Bounds {
  /** Cents. */
  readonly min: number;
  readonly max: number;
  readonly currency: string;
}

/** What is wrong with a price as typed; null for nothing. */
export function priceError(typed: string, { min, max, currency }: Bounds): string | null {
  const cents = parseAmount(typed);
  const within = cents !== null && cents >= min && cents <= max;
  return within ? null : `Enter a price from ${formatMoney(min, currency)} to ${formatMoney(max, currency)}.`;
}

const initialOf = (performer: OwnPerformer) => ({
  monthlyPrice: formatAmount(performer.monthlyPrice),
  yearlyPrice: formatAmount(performer.yearlyPrice),
  isFreeSubscription: performer.isFreeSubscription,
  freeDays: String(performer.freeDays),
});
type Values = ReturnType<typeof initialOf>;

function check(values: Values, bounds: Bounds): Partial<Record<keyof Values, string>> {
  const monthly = priceError(values.monthlyPrice, bounds);
  const yearly = priceError(values.yearlyPrice, bounds);
  const days = Number(values.freeDays);
  return {
    ...(monthly ? { monthlyPrice: monthly } : {}),
    ...(yearly ? { yearlyPrice: yearly } : {}),
    ...(Number.isInteger(days) && days >= 1 && days <= 365
      ? {}
      : { freeDays: 'Enter a whole number of days from 1 to 365.' }),
  };
}

/** What a subscription costs. Those who subscribe already keep the price they joined at. */
export function PricesForm({ performer }: { performer: OwnPerformer }) {
  const settings = useAppSelector(selectSettings);
  const { currency } = settings;
  const bounds = {
    min: Math.round(settings.minimumSubscriptionPrice * 100),
    max: Math.round(settings.maximumSubscriptionPrice * 100),
    currency,
  };
  const { busy, message, fields, update } = useProfileUpdate();
  const form = useForm({
    initial: initialOf(performer),
    check: (values) => check(values, bounds),
    submit: async ({ monthlyPrice, yearlyPrice, isFreeSubscription, freeDays }) =>
      update({
        monthlyPrice: parseAmount(monthlyPrice) ?? 0,
        yearlyPrice: parseAmount(yearlyPrice) ?? 0,
        isFreeSubscription,
        freeDays: Number(freeDays),
      }),
  });
  const price = (name: 'monthlyPrice' | 'yearlyPrice') => ({
    ...form.text(name),
    error: form.text(name).error ?? fields[name] ?? null,
    prefix: currency,
    inputMode: 'decimal' as const,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label="Subscription prices">
      <Stack>
        <FormErrors errors={message ? [{ message }] : form.errors} />
        <div className={styles.pair}>
          <TextInput
            label="A month"
            hint={`${formatMoney(bounds.min, currency)} to ${formatMoney(bounds.max, currency)}`}
            required
            {...price('monthlyPrice')}
          />
          <TextInput
            label="A year"
            hint="Less than twelve months makes it worth it."
            required
            {...price('yearlyPrice')}
          />
        </div>
        {settings.freeSubscriptionEnabled ? (
          <>
            <Checkbox
              label="Offer a free subscription"
              hint="Lasts as long as you say, and never charges by itself."
              {...form.flag('isFreeSubscription')}
            />
            {form.values.isFreeSubscription ? (
              <TextInput label="Days it lasts" inputMode="numeric" {...form.text('freeDays')} />
            ) : null}
          </>
        ) : null}
        <div>
          <Button type="submit" busy={busy}>
            Save the prices
          </Button>
        </div>
      </Stack>
    </form>
  );
}
