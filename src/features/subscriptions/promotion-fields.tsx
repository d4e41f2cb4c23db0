import { limits } from '#config/limits.ts';
import { TextArea, TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';
import type { TermValues } from './promotion-pricing.ts';

type Wired = Pick<TextInputProps, 'id' | 'name' | 'error'> & { readonly value: string };

/** How many can have it, until when, and a word to the fans. `text`: of the form that they are part of. */
export function TermFields({
  text,
  maxLabel,
}: {
  text: (name: keyof TermValues) => Wired;
  maxLabel: string;
}) {
  return (
    <>
      <TextInput
        label={maxLabel}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Empty: as many as come."
        {...text('maxUses')}
      />
      <TextInput
        type="date"
        label="Last day"
        optional
        hint="To the end of that day, in your own time. Empty: until you end it."
        {...text('endsOn')}
      />
      <TextArea
        label="Message to fans"
        optional
        rows={2}
        counted
        maxLength={limits.promotion.message}
        {...text('message')}
      />
    </>
  );
}
