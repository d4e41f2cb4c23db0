import { useId } from 'react';
import type { Audience } from '#contract/core/schemas.ts';
import { centsOfTokens, formatMoney } from '#lib/format.ts';
import { timeZone, toLocalInput } from '#lib/local-time.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { useRate } from '#ui/content/money.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import type { PricingValues } from './pricing-values.ts';

/** A work in the words of its editor. */
export interface PricingLabels {
  /** `post`, `gallery`, `video`: in labels, and what the ids of the fields begin with. */
  readonly thing: string;
  /** What those see who don't subscribe. */
  readonly lockedHint: string;
  /** What buying it means. */
  readonly soldHint: string;
}

export interface PricingFieldsProps {
  readonly values: PricingValues;
  readonly set: (change: Partial<PricingValues>) => void;
  readonly error: string | null | undefined;
  readonly words: PricingLabels;
}

/** Who can see it. */
export function AudienceField({
  value,
  onChange,
  lockedHint,
}: {
  value: Audience;
  onChange: (audience: Audience) => void;
  lockedHint: string;
}) {
  const name = useId();
  const audiences = [
    { value: 'public', label: 'Everyone', hint: 'Including visitors without an account.' },
    { value: 'followers', label: 'Followers', hint: 'People who follow or subscribe to you.' },
    { value: 'subscribers', label: 'Subscribers', hint: lockedHint },
  ] as const;
  return (
    <RadioCards label="Who can see it" name={name} options={audiences} value={value} onChange={onChange} />
  );
}

/** Whether it is sold, for how much, and whether subscribers pay too. */
function SellingFields({ values, set, error, words: { thing, soldHint } }: PricingFieldsProps) {
  const { currency, tokenRate } = useRate();
  const worth = /^\d{1,9}$/.test(values.price.trim())
    ? `${formatMoney(centsOfTokens(Number(values.price), tokenRate), currency)} for the fan`
    : 'In tokens';
  return (
    <>
      <Checkbox
        label={`Sell this ${thing}`}
        hint={soldHint}
        checked={values.sells}
        onChange={(event) => set({ sells: event.target.checked })}
      />
      {values.sells ? (
        <>
          <TextInput
            id={`${thing}-price`}
            label="Price"
            suffix="tokens"
            inputMode="numeric"
            hint={worth}
            error={error}
            required
            value={values.price}
            onChange={(event) => set({ price: event.target.value })}
          />
          <Checkbox
            label="Included for subscribers"
            hint="Only people who don’t subscribe pay for it."
            checked={values.includedInSubscription}
            onChange={(event) => set({ includedInSubscription: event.target.checked })}
          />
        </>
      ) : null}
    </>
  );
}

/**
 * Who sees a work and what it costs. What is sold is opened by buying it: whoever may see it else doesn't
 * matter.
 */
export const PricingFields = (props: PricingFieldsProps) => (
  <>
    {props.values.sells ? null : (
      <AudienceField
        value={props.values.audience}
        onChange={(audience) => props.set({ audience })}
        lockedHint={props.words.lockedHint}
      />
    )}
    <SellingFields {...props} />
  </>
);

export interface StartFieldProps {
  readonly values: Pick<PricingValues, 'later' | 'scheduledAt'>;
  readonly set: (change: Partial<Pick<PricingValues, 'later' | 'scheduledAt'>>) => void;
  readonly error: string | null | undefined;
  /** As in `TermsWords`. */
  readonly thing: string;
  /** What "now" waits for. */
  readonly nowHint: string;
}

/** When it goes out, in the zone of whoever looks. */
export function StartField({ values: { later, scheduledAt }, set, error, thing, nowHint }: StartFieldProps) {
  const now = useNow();
  const startings = [
    { value: 'now', label: 'Now', hint: nowHint },
    { value: 'later', label: 'Later', hint: 'Choose a date and time.' },
  ] as const;
  return (
    <Stack>
      <RadioCards
        label="When"
        name="when"
        options={startings}
        value={later ? 'later' : 'now'}
        onChange={(when) => set({ later: when === 'later' })}
      />
      {later ? (
        <DateField
          id={`${thing}-scheduled`}
          kind="datetime"
          label="Publish date"
          hint={`Your time (${timeZone()})`}
          min={toLocalInput(new Date(now + 60_000))}
          error={error}
          required
          value={scheduledAt}
          onChange={(scheduledAt) => set({ scheduledAt })}
        />
      ) : null}
    </Stack>
  );
}
