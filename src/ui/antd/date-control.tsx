import AntPicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import type { FieldWiring } from '../forms/field.tsx';
import { AntdProvider } from '../theme/antd-provider.tsx';
import styles from './antd.module.css';
import { usePopupKeys } from './popup-keys.ts';
import { type DateKind, formats, storedDate, parseTyped, pickedDate, steppedDate } from './typed-date.ts';

export interface DateControlProps {
  readonly wiring: FieldWiring;
  /** `date`: `2026-11-20`; `datetime`: `2026-11-20T18:30`, in the user's time zone. */
  readonly kind: DateKind;
  /** Empty if no date is set. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The earliest date that can be picked, formatted like `value`. Typed dates are validated by the form. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly placeholder: string;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** Default time of day for a picked date. */
const nextHour = () => dayjs().startOf('hour').add(1, 'hour');

/**
 * On touch devices the on-screen keyboard would cover the calendar, so dates are picked rather than typed.
 */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** antd's date picker in our field styles. Loaded by `DateField`. */
export function DateControl({
  wiring,
  kind,
  value,
  onChange,
  min,
  max,
  placeholder,
  required,
  disabled,
}: DateControlProps) {
  const current = pickedDate(value, kind);
  const put = (next: string) => {
    if (next !== value) onChange(next);
  };
  const { open, setOpen, keys } = usePopupKeys({
    onTyped: (text) => {
      const typed = parseTyped(text, kind);
      if (typed) put(storedDate(typed, kind));
      else if (text.trim() === '') put('');
    },
    onKey: ({ key }, { value: text }) => {
      const next = steppedDate(key, parseTyped(text, kind) ?? current);
      if (next) put(storedDate(next, kind));
      return next !== null;
    },
  });
  return (
    <AntdProvider>
      <span {...keys} className={styles.control}>
        <AntPicker
          {...wiring}
          aria-required={required}
          variant="borderless"
          className={styles.picker ?? ''}
          classNames={{ popup: { root: styles.popup ?? '' } }}
          format={formats[kind].shown}
          showTime={kind === 'datetime' && { format: 'h:mm A', minuteStep: 5, defaultOpenValue: nextHour() }}
          showNow={false}
          previewValue={false}
          suffixIcon={null}
          allowClear={!required}
          inputReadOnly={isTouch()}
          placeholder={placeholder}
          disabled={disabled ?? false}
          minDate={pickedDate(min, kind) ?? undefined}
          maxDate={pickedDate(max, kind) ?? undefined}
          value={current}
          open={open}
          onOpenChange={setOpen}
          onCalendarChange={(date) => put(storedDate(Array.isArray(date) ? null : date, kind))}
          onChange={(date) => put(storedDate(Array.isArray(date) ? null : date, kind))}
        />
      </span>
    </AntdProvider>
  );
}
