import box from '../forms/field.module.css';
import { Field, type FieldTexts } from '../forms/field.tsx';
import { lazyPart } from '../layout/lazy-part.ts';
import { cx } from '../theme/class-names.ts';
import styles from './antd.module.css';
import { ChosenChip } from './chosen-chip.tsx';
import { LazyControl } from './lazy-control.tsx';
import type { MultiSelectControlProps, SelectControlProps } from './select-control.tsx';

const SelectControl = lazyPart(async () => (await import('./select-control.tsx')).SelectControl);
const MultiSelectControl = lazyPart(async () => (await import('./select-control.tsx')).MultiSelectControl);

interface Place {
  readonly id?: string;
  readonly className?: string;
}
export interface SelectFieldProps extends FieldTexts, Place, Omit<SelectControlProps, 'wiring'> {}
export interface MultiSelectFieldProps extends FieldTexts, Place, Omit<MultiSelectControlProps, 'wiring'> {}

const Resting = ({ text, placeholder }: { text: string | undefined; placeholder: string | undefined }) => (
  <span className={cx(box.control, styles.resting)}>
    {text ?? <span className={styles.placeholder}>{placeholder}</span>}
  </span>
);

/** The browser's own list. Not for options that are searched on the server. */
const NativeSelect = ({
  wiring,
  options,
  value,
  onChange,
  placeholder,
  disabled,
  required,
}: SelectControlProps) => (
  <select
    {...wiring}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    disabled={disabled}
    required={required}
    className={box.control}
  >
    {options.some((option) => option.value === '') ? null : <option value="">{placeholder}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value} disabled={option.disabled}>
        {option.label}
      </option>
    ))}
  </select>
);

/** A searchable select for long lists. Loads antd in wide windows, so use it on studio and account pages only. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...control
}: SelectFieldProps) {
  const { options, value, placeholder } = control;
  const resting = (
    <Resting text={options.find((option) => option.value === value)?.label} placeholder={placeholder} />
  );
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={cx(box.box, box.select)}>
          <LazyControl
            resting={resting}
            native={control.onSearch ? undefined : <NativeSelect {...control} wiring={wiring} />}
          >
            <SelectControl {...control} wiring={wiring} />
          </LazyControl>
        </span>
      )}
    </Field>
  );
}

/** A searchable select for several options. Loads antd, so use it on studio and account pages only. */
export function MultiSelectField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...control
}: MultiSelectFieldProps) {
  const { options, value, placeholder, isOpenEnded } = control;
  const findLabel = (each: string) => options.find((option) => option.value === each)?.label ?? each;
  const resting =
    value.length === 0 ? (
      <Resting text={undefined} placeholder={placeholder} />
    ) : (
      <span className={cx(styles.chips, isOpenEnded && styles.open)}>
        {value.map((each) => (
          <ChosenChip key={each} label={findLabel(each)} disabled />
        ))}
        <span className={styles.typing} />
      </span>
    );
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={cx(box.box, !isOpenEnded && box.select)}>
          <LazyControl resting={resting}>
            <MultiSelectControl {...control} wiring={wiring} />
          </LazyControl>
        </span>
      )}
    </Field>
  );
}
