import Calendar from 'lucide-react/icons/calendar';
import box from '../forms/field.module.css';
import { ChipButton, ChipRow } from '../content/chip.tsx';
import { Field, type FieldTexts } from '../forms/field.tsx';
import { lazyPart } from '../layout/lazy-part.ts';
import { cx } from '../theme/class-names.ts';
import styles from './antd.module.css';
import { NativeDate, RestingDate } from './date-field.tsx';
import { LazyControl } from './lazy-control.tsx';
import type { RangeControlProps } from './range-control.tsx';

const RangeControl = lazyPart(async () => (await import('./range-control.tsx')).RangeControl);

export interface RangeFieldProps extends FieldTexts, Omit<RangeControlProps, 'wiring'> {
  readonly id?: string;
  readonly className?: string;
}

/** Two date pickers of the browser. A range that ends before it begins can't be picked. */
function NativeRange({
  wiring: { id, ...aria },
  value: { from, to },
  onChange,
  min,
  max,
}: RangeControlProps) {
  return (
    <>
      <NativeDate
        {...aria}
        id={id}
        aria-label="Start date"
        kind="date"
        value={from}
        onChange={(next) => onChange({ from: next, to })}
        min={min}
        max={to || max}
      />
      <span aria-hidden="true">–</span>
      <NativeDate
        {...aria}
        id={`${id}-end`}
        aria-label="End date"
        kind="date"
        value={to}
        onChange={(next) => onChange({ from, to: next })}
        min={from || min}
        max={max}
      />
    </>
  );
}

/**
 * In a wide window they are part of antd's calendar. The style sheet hides them there, so that on a phone they have their
 * place from the start.
 */
const Presets = ({ presets = [], value, onChange }: Omit<RangeControlProps, 'wiring'>) =>
  presets.length === 0 ? null : (
    <ChipRow label="Periods" className={styles.periods}>
      {presets.map((preset) => (
        <ChipButton
          key={preset.label}
          pressed={preset.range.from === value.from && preset.range.to === value.to}
          onClick={() => onChange(preset.range)}
        >
          {preset.label}
        </ChipButton>
      ))}
    </ChipRow>
  );

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
        <>
          <span className={cx(box.box, styles.dated)} role="group" aria-label={label}>
            <LazyControl
              resting={
                <>
                  <RestingDate value={from} placeholder="Start date" />
                  <RestingDate value={to} placeholder="End date" />
                </>
              }
              native={<NativeRange {...control} wiring={wiring} />}
            >
              <RangeControl {...control} wiring={wiring} />
              <Calendar size={18} aria-hidden="true" className={styles.icon} />
            </LazyControl>
          </span>
          <Presets {...control} />
        </>
      )}
    </Field>
  );
}
