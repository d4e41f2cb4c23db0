import Calendar from 'lucide-react/icons/calendar';
import type { ComponentProps } from 'react';
import { formatPicked } from '#lib/local-time.ts';
import { Field, type FieldTexts } from '../forms/field.tsx';
import box from '../forms/field.module.css';
import { lazyPart } from '../layout/lazy-part.ts';
import { cx } from '../theme/class-names.ts';
import styles from './antd.module.css';
import type { DateControlProps } from './date-control.tsx';
import { LazyControl } from './lazy-control.tsx';

const DateControl = lazyPart(async () => (await import('./date-control.tsx')).DateControl);

export interface DateFieldProps extends FieldTexts, Omit<DateControlProps, 'wiring' | 'placeholder'> {
  readonly id?: string;
  readonly className?: string;
}

/** Placeholder of the same size until the picker has loaded. */
export const RestingDate = ({ value, placeholder }: { value: string; placeholder: string }) => (
  <span className={cx(box.control, styles.resting)}>
    {formatPicked(value) || <span className={styles.placeholder}>{placeholder}</span>}
  </span>
);

type NativeDateProps = Pick<DateControlProps, 'kind' | 'value' | 'onChange' | 'min' | 'max'> &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max' | 'className'>;

/** The browser's own date picker; its values are those of antd's. */
export const NativeDate = ({ kind, value, onChange, min, max, ...rest }: NativeDateProps) => (
  <input
    {...rest}
    type={kind === 'date' ? 'date' : 'datetime-local'}
    min={min || undefined}
    max={max || undefined}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={box.control}
  />
);

/**
 * A date, or a date and time, typed or picked from a calendar. Loads antd in wide windows, so use it on studio and
 * account pages only.
 */
export function DateField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...control
}: DateFieldProps) {
  const placeholder = control.kind === 'date' ? 'Select date' : 'Select date and time';
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={cx(box.box, styles.dated)}>
          <LazyControl
            resting={<RestingDate value={control.value} placeholder={placeholder} />}
            native={<NativeDate {...control} {...wiring} />}
          >
            <DateControl {...control} wiring={wiring} placeholder={placeholder} />
            <Calendar size={18} aria-hidden="true" className={styles.icon} />
          </LazyControl>
        </span>
      )}
    </Field>
  );
}
