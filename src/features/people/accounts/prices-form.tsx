import type { CurrentUser } from '#contract/people/accounts.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { limits } from '#config/limits.ts';
import { type BundleType, bundlePrice, bundleTypes, monthsPerPlan } from '#lib/plans/bundles.ts';
import { formatAmount, formatMoney, parseAmount } from '#lib/format.ts';
import { MoneyPriceInput, useShare } from '#components/money/payments/price-input.tsx';
import { useFreshSettings } from '#components/money/payments/use-fresh-settings.ts';
import { ChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import styles from './account.module.css';
import { SaveBar } from './save-bar.tsx';
import { useAccountSaving } from './use-account-saving.ts';

interface Bounds {
  /** In cents. */
  readonly min: number;
  readonly max: number;
  readonly currency: string;
}

/** An error message for a typed price, or null. */
export function priceError(typed: string, { min, max, currency }: Bounds): string | null {
  const cents = parseAmount(typed);
  const within = cents !== null && cents >= min && cents <= max;
  return within ? null : `Enter a price from ${formatMoney(min, currency)} to ${formatMoney(max, currency)}.`;
}

const findPercent = ({ bundles }: OwnPerformer, type: BundleType) =>
  String(bundles.find((bundle) => bundle.type === type)?.percent ?? '');

const initialValues = (performer: OwnPerformer) => ({
  // No default price: the fields are empty until the creator has set one.
  monthlyPrice: performer.monthlyPrice === null ? '' : formatAmount(performer.monthlyPrice),
  yearlyPrice: performer.yearlyPrice === null ? '' : formatAmount(performer.yearlyPrice),
  // Empty: not offered.
  quarterlyPercent: findPercent(performer, 'quarterly'),
  semiannualPercent: findPercent(performer, 'semiannual'),
  isFreeSubscription: performer.isFreeSubscription,
  freeDays: String(performer.freeDays),
});
type Values = ReturnType<typeof initialValues>;

/** A year must not cost more than 12 months. */
function yearError(
  { monthlyPrice, yearlyPrice }: Pick<Values, 'monthlyPrice' | 'yearlyPrice'>,
  currency: string,
): string | null {
  const [month, year] = [parseAmount(monthlyPrice), parseAmount(yearlyPrice)];
  return month !== null && year !== null && year > 12 * month
    ? `A year can cost at most 12 months: ${formatMoney(12 * month, currency)}.`
    : null;
}

const [leastOff, mostOff] = limits.bundlePercent;
/** A typed percentage; null if it is none. Empty is none, too, and means that the length isn't offered. */
const readPercent = (typed: string): number | null => {
  const percent = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : -1;
  return percent >= leastOff && percent <= mostOff ? percent : null;
};

/** What 3 or 6 months come to, once both the monthly price and the percentage are known. */
function bundleTotal(values: Values, type: BundleType): number | null {
  const [month, percent] = [parseAmount(values.monthlyPrice), readPercent(values[`${type}Percent`])];
  return month === null || percent === null ? null : bundlePrice(type, { month, percent });
}

/** The percentage must be one, and the price it comes to a subscription price like any other. */
function bundleError(values: Values, type: BundleType, { max, currency }: Bounds): string | null {
  const typed = values[`${type}Percent`].trim();
  if (typed === '') return null;
  if (readPercent(typed) === null) return `Enter a whole number from ${leastOff} to ${mostOff}.`;
  const total = bundleTotal(values, type);
  return total !== null && total > max
    ? `${monthsPerPlan[type]} months would cost ${formatMoney(total, currency)}. The highest price is ${formatMoney(max, currency)}.`
    : null;
}

/** What a year costs compared with twelve months, while both are prices. */
function yearNote(
  { monthlyPrice, yearlyPrice }: Pick<Values, 'monthlyPrice' | 'yearlyPrice'>,
  currency: string,
): string | null {
  const [month, year] = [parseAmount(monthlyPrice), parseAmount(yearlyPrice)];
  if (!month || !year || year > 12 * month) return null;
  return year === 12 * month
    ? 'That’s the same as 12 months. A lower price gives fans a reason to choose it.'
    : `That’s ${formatMoney(12 * month - year, currency)} less than 12 months.`;
}

function check(values: Values, bounds: Bounds): Partial<Record<keyof Values, string>> {
  const monthly = priceError(values.monthlyPrice, bounds);
  const yearly =
    priceError(values.yearlyPrice, bounds) ?? (monthly ? null : yearError(values, bounds.currency));
  const days = Number(values.freeDays);
  return {
    ...(monthly ? { monthlyPrice: monthly } : {}),
    ...(yearly ? { yearlyPrice: yearly } : {}),
    ...Object.fromEntries(
      bundleTypes.flatMap((type) => {
        const wrong = bundleError(values, type, bounds);
        return wrong ? [[`${type}Percent`, wrong]] : [];
      }),
    ),
    ...(Number.isInteger(days) && days >= 1 && days <= 365
      ? {}
      : { freeDays: 'Enter a whole number of days from 1 to 365.' }),
  };
}

/** A discount on several months, with what they come to and what of it the creator gets. */
function BundleInput({
  type,
  month,
  ...rest
}: Omit<TextInputProps, 'label' | 'hint' | 'type'> & {
  readonly type: BundleType;
  readonly value: string;
  readonly month: number | null;
}) {
  const share = useShare();
  const percent = readPercent(rest.value);
  const total = month && percent !== null ? bundlePrice(type, { month, percent }) : null;
  return (
    <TextInput
      {...rest}
      label={`Discount for ${monthsPerPlan[type]} months`}
      suffix="%"
      inputMode="numeric"
      autoComplete="off"
      hint={
        total ? share(total, ` for ${monthsPerPlan[type]} months`) : `Not offered. ${leastOff} to ${mostOff}.`
      }
    />
  );
}

/** What the form checks prices against. */
const limitsOfPrices = [
  'currency',
  'commissionBps',
  'freeSubscriptionEnabled',
  'minimumSubscriptionPrice',
  'maximumSubscriptionPrice',
] as const;

function usePricesForm(user: CurrentUser, performer: OwnPerformer) {
  useFreshSettings(limitsOfPrices);
  const settings = useAppSelector(selectSettings);
  const { currency } = settings;
  const bounds = {
    min: Math.round(settings.minimumSubscriptionPrice * 100),
    max: Math.round(settings.maximumSubscriptionPrice * 100),
    currency,
  };
  const { save, elsewhere } = useAccountSaving(
    { user, performer },
    (now) => now.performer && initialValues(now.performer),
  );
  const form = useForm({
    initial: initialValues(performer),
    check: (values) => check(values, bounds),
    submit: async ({
      monthlyPrice,
      yearlyPrice,
      quarterlyPercent,
      semiannualPercent,
      isFreeSubscription,
      freeDays,
    }) =>
      save({
        monthlyPrice: parseAmount(monthlyPrice) ?? 0,
        yearlyPrice: parseAmount(yearlyPrice) ?? 0,
        quarterlyPercent: readPercent(quarterlyPercent),
        semiannualPercent: readPercent(semiannualPercent),
        isFreeSubscription,
        freeDays: Number(freeDays),
      }),
  });
  const price = (name: 'monthlyPrice' | 'yearlyPrice') => ({
    ...form.text(name),
    error: form.text(name).error ?? (name === 'yearlyPrice' ? yearError(form.values, currency) : null),
  });
  return { form, price, bounds, elsewhere };
}

/** The lengths a creator offers at once. */
function Lengths({ form, bounds }: Pick<ReturnType<typeof usePricesForm>, 'form' | 'bounds'>) {
  return (
    <fieldset className={styles.lengths}>
      <legend>Multi-month plans</legend>
      <p className={styles.quiet}>
        Offer 3 or 6 months for a discount you choose. Leave a field empty if you don’t want to offer it.
      </p>
      <div className={styles.pair}>
        {bundleTypes.map((type) => (
          <BundleInput
            key={type}
            type={type}
            month={parseAmount(form.values.monthlyPrice)}
            {...form.text(`${type}Percent`)}
            error={form.text(`${type}Percent`).error ?? bundleError(form.values, type, bounds)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The creator's subscription prices. Existing subscribers keep their price. */
export function PricesForm({ user, performer }: { user: CurrentUser; performer: OwnPerformer }) {
  const { freeSubscriptionEnabled } = useAppSelector(selectSettings);
  const { form, price, bounds, elsewhere } = usePricesForm(user, performer);
  return (
    <Form onSubmit={form.onSubmit} aria-label="Subscription prices">
      <Stack>
        {performer.monthlyPrice === null ? (
          <Notice>
            You haven’t set your prices yet, so no one can buy a subscription. Set one for a month and one for
            a year.
          </Notice>
        ) : null}
        <FormErrors errors={form.errors} />
        <div className={styles.pair}>
          <MoneyPriceInput
            label="Monthly"
            hint={`${formatMoney(bounds.min, bounds.currency)} to ${formatMoney(bounds.max, bounds.currency)}`}
            required
            {...price('monthlyPrice')}
          />
          <MoneyPriceInput
            label="Yearly"
            hint="At most the price of 12 months. A lower price gives fans a reason to choose it."
            note={yearNote(form.values, bounds.currency)}
            required
            {...price('yearlyPrice')}
          />
        </div>
        <Lengths form={form} bounds={bounds} />
        {freeSubscriptionEnabled ? (
          <>
            <Checkbox
              label="Offer a free subscription"
              hint="Lasts as long as you choose and never charges anyone."
              {...form.flag('isFreeSubscription')}
            />
            {form.values.isFreeSubscription ? (
              <TextInput label="Length in days" inputMode="numeric" {...form.text('freeDays')} />
            ) : null}
          </>
        ) : null}
        <SaveBar isChanged={form.changed.length > 0} busy={form.busy} onDiscard={form.discard} />
        <ChangedElsewhere
          noun="page"
          elsewhere={elsewhere}
          getTexts={({ performer: theirs }) =>
            [theirs?.monthlyPrice, theirs?.yearlyPrice].map((cents, at) =>
              cents ? `${formatMoney(cents, bounds.currency)} a ${at === 0 ? 'month' : 'year'}` : '',
            )
          }
        />
      </Stack>
    </Form>
  );
}
