import AntPicker from 'antd/es/date-picker';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import type { FieldWiring } from '../forms/field.tsx';
import { AntdProvider } from '../theme/antd-provider.tsx';
import styles from './antd.module.css';
import { isTouch } from './date-control.tsx';
import { usePopupKeys } from './popup-keys.ts';
import { formats, storedDate, parseTyped, pickedDate, steppedDate } from './typed-date.ts';

/** Both days are included; an empty string means unset. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}
export interface RangePreset {
  readonly label: string;
  readonly range: DateRange;
}
export interface RangeControlProps {
  readonly wiring: FieldWiring;
  readonly value: DateRange;
  /** Called once both dates are set or the field is left. */
  readonly onChange: (value: DateRange) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly presets?: readonly RangePreset[] | undefined;
}

const names = { start: 'Start date', end: 'End date' } as const;
const RangeInput = (props: ComponentProps<'input'> & { 'date-range'?: keyof typeof names }) => (
  <input {...props} aria-label={names[props['date-range'] ?? 'start']} />
);
const components = { input: RangeInput };

const toDates = ({ from, to }: DateRange): [Dayjs | null, Dayjs | null] => [
  pickedDate(from, 'date'),
  pickedDate(to, 'date'),
];
const toRange = (dates: readonly (Dayjs | null | undefined)[] | null): DateRange => ({
  from: storedDate(dates?.[0] ?? null, 'date'),
  to: storedDate(dates?.[1] ?? null, 'date'),
});
const ordered = ({ from, to }: DateRange): DateRange =>
  from && to && from > to ? { from: to, to: from } : { from, to };

/** The range while it is edited; reported once both dates are set or the field is left. */
function useRangeDraft(id: string, { value, onChange }: Pick<RangeControlProps, 'value' | 'onChange'>) {
  const [draft, setDraft] = useState<DateRange | null>(null);
  const { from, to } = draft ?? value;
  const put = (range: DateRange) => {
    setDraft(null);
    const next = ordered(range);
    if (next.from !== value.from || next.to !== value.to) onChange(next);
  };
  const withTyped = (text: string, input: HTMLInputElement): DateRange => {
    const typed = parseTyped(text, 'date');
    if (!typed && text.trim() !== '') return { from, to };
    return { from, to, [input.id === id ? 'from' : 'to']: storedDate(typed, 'date') };
  };
  const { open, setOpen, keys } = usePopupKeys({
    onTyped: (text, input, done) => (done ? put : setDraft)(withTyped(text, input)),
    onDismissed: () => setDraft(null),
    onKey: (event, input) => {
      const typed = withTyped(input.value, input);
      const side = input.id === id ? 'from' : 'to';
      const next = steppedDate(event.key, pickedDate(typed[side], 'date'));
      if (next) setDraft({ ...typed, [side]: storedDate(next, 'date') });
      return next !== null;
    },
  });
  return { range: { from, to }, setDraft, put, open, setOpen, keys };
}

/** antd's range picker in our field styles. Loaded by `RangeField`. */
export function RangeControl({
  wiring: { id, ...aria },
  value,
  onChange,
  min,
  max,
  presets,
}: RangeControlProps) {
  const { range, setDraft, put, open, setOpen, keys } = useRangeDraft(id, { value, onChange });
  const dates = toDates(range);
  return (
    <AntdProvider>
      <span {...keys} className={styles.control}>
        <AntPicker.RangePicker
          {...aria}
          id={{ start: id, end: `${id}-end` }}
          components={components}
          variant="borderless"
          className={styles.picker ?? ''}
          classNames={{ popup: { root: styles.range ?? '' } }}
          format={formats.date.shown}
          allowEmpty={[true, true]}
          previewValue={false}
          suffixIcon={null}
          separator="–"
          inputReadOnly={isTouch()}
          placeholder={['Start date', 'End date']}
          minDate={pickedDate(min, 'date') ?? undefined}
          maxDate={pickedDate(max, 'date') ?? undefined}
          presets={presets?.map((preset) => ({ label: preset.label, value: toDates(preset.range) }))}
          value={dates}
          open={open}
          onOpenChange={setOpen}
          onCalendarChange={(next) => setDraft(toRange(next))}
          onChange={(next) => put(toRange(next))}
        />
      </span>
    </AntdProvider>
  );
}
