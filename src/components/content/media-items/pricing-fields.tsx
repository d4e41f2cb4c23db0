import { useId } from 'react';
import type { Audience } from '#contract/core/schemas.ts';
import { timeZone, toLocalInput } from '#lib/local-time.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import type { FormPart } from '#ui/forms/use-form.ts';
import type { PricingValues } from './pricing-values.ts';

/** Texts that depend on the kind of item. */
export interface PricingLabels {
  /** `post`, `gallery` or `video`. */
  readonly noun: string;
  /** Says what non-subscribers see. */
  readonly lockedHint: string;
  /** Says what a buyer gets. */
  readonly soldHint: string;
}

export interface PricingFieldsProps {
  readonly form: FormPart<PricingValues>;
  readonly words: PricingLabels;
}

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

/** Whether the item is sold, for how much, and whether subscribers pay too. */
function SellingFields({ form, words: { noun, soldHint } }: PricingFieldsProps) {
  return (
    <>
      <Checkbox label={`Sell this ${noun}`} hint={soldHint} {...form.flag('sells')} />
      {form.values.sells ? (
        <>
          <PriceInput label="Price" hint="In tokens" required {...form.text('price')} />
          <Checkbox
            label="Included for subscribers"
            hint="Only people who don’t subscribe pay for it."
            {...form.flag('includedInSubscription')}
          />
        </>
      ) : null}
    </>
  );
}

/**
 * Audience and price of an item. For an item on sale the audience is hidden, because buying it is what grants
 * access.
 */
export const PricingFields = (props: PricingFieldsProps) => (
  <>
    {props.form.values.sells ? null : (
      <AudienceField
        value={props.form.values.audience}
        onChange={(audience) => props.form.change({ audience })}
        lockedHint={props.words.lockedHint}
      />
    )}
    <SellingFields {...props} />
  </>
);

export interface StartFieldProps {
  readonly form: FormPart<Pick<PricingValues, 'later' | 'scheduledAt'>>;
  /** Explains what "Now" depends on. */
  readonly nowHint: string;
}

/** When the item is published, in the viewer's time zone. */
export function StartField({ form, nowHint }: StartFieldProps) {
  const { later } = form.values;
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
        onChange={(when) => form.change({ later: when === 'later' })}
      />
      {later ? (
        <DateField
          kind="datetime"
          label="Publish date"
          hint={`Your time (${timeZone()})`}
          min={toLocalInput(new Date(now + 60_000))}
          required
          {...form.picked('scheduledAt')}
        />
      ) : null}
    </Stack>
  );
}
