import Calendar from 'lucide-react/icons/calendar';
import box from '../forms/field.module.css';
import { Field, type FieldTexts } from '../forms/field.tsx';
import { lazyPart } from '../layout/lazy-part.ts';
import { cx } from '../theme/class-names.ts';
import styles from './antd.module.css';
import { RestingDate } from './date-field.tsx';
import { LazyControl } from './lazy-control.tsx';
import type { RangeControlProps } from './range-control.tsx';

const RangeControl = lazyPart(async () => (await import('./range-control.tsx')).RangeControl);

export interface RangeFieldProps extends FieldTexts, Omit<RangeControlProps, 'wiring'> {
  readonly id?: string;
  readonly className?: string;
}

/**
 * A range of dates, typed or picked from a calendar. Loads antd, so use it on studio and account pages only.
 */
export function RangeField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...control
}: RangeFieldProps) {
  const { from, to } = control.value;
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={cx(box.box, styles.dated)} role="group" aria-label={label}>
          <LazyControl
            resting={
              <>
                <RestingDate value={from} placeholder="Start date" />
                <RestingDate value={to} placeholder="End date" />
              </>
            }
          >
            <RangeControl {...control} wiring={wiring} />
          </LazyControl>
          <Calendar size={18} aria-hidden="true" className={styles.icon} />
        </span>
      )}
    </Field>
  );
}
