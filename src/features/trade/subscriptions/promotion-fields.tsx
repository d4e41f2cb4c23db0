import { limits } from '#config/limits.ts';
import { toLocalInput } from '#lib/local-time.ts';
import { useNow } from '#ui/content/relative-time.tsx';
import { DateField, type DateFieldProps } from '#ui/antd/date-field.tsx';
import { TextArea, TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';
import type { TermValues } from './promotion-pricing.ts';

type Wired = Pick<TextInputProps, 'id' | 'name' | 'error'> & { readonly value: string };

/** Maximum number of uses, end date, and a message to fans. */
export function TermFields({
  form: { text, picked },
  maxLabel,
}: {
  form: {
    text: (name: keyof TermValues) => Wired;
    picked: (name: keyof TermValues) => Pick<DateFieldProps, 'id' | 'value' | 'error' | 'onChange'>;
  };
  maxLabel: string;
}) {
  const now = useNow();
  return (
    <>
      <TextInput
        label={maxLabel}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Leave empty for no limit."
        {...text('maxUses')}
      />
      <DateField
        kind="date"
        label="End date"
        optional
        hint="Ends at the end of that day, your local time. Leave empty for no end date."
        min={toLocalInput(new Date(now)).slice(0, 10)}
        {...picked('endsOn')}
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
