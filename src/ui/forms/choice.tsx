import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './choice.module.css';
import { useFieldError } from './form-fields.ts';

export interface ToggleProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** What turning it on does. */
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

const Words = ({
  id,
  label,
  hint,
  error,
}: { id: string } & Pick<ToggleProps, 'label' | 'hint' | 'error'>) => (
  <span className={styles.words}>
    <span>{label}</span>
    {hint ? (
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
      </span>
    ) : null}
    {error ? (
      <span id={`${id}-error`} className={styles.error}>
        {error}
      </span>
    ) : null}
  </span>
);

const describedBy = (id: string, { hint, error }: Pick<ToggleProps, 'hint' | 'error'>) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

/** A checkbox in a form. */
export function Checkbox({ label, hint, error, className, id: given, ...rest }: ToggleProps) {
  const made = useId();
  const id = given ?? made;
  useFieldError(id, error);
  return (
    <label className={cx(styles.choice, className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.input}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
      />
      <Words {...{ id, label, hint, error }} />
    </label>
  );
}

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Shown at the end of the row, such as a price. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}
export interface RadioCardsProps<Value extends string> {
  /** Legend of the group. */
  readonly label: string;
  readonly name: string;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
}

/** Radio buttons as cards, with room for a hint and a price. */
export function RadioCards<Value extends string>({
  label,
  name,
  options,
  value,
  onChange,
  error,
}: RadioCardsProps<Value>) {
  const id = useId();
  useFieldError(id, error);
  // The one that the keyboard reaches with Tab.
  const reached =
    options.find((option) => option.value === value) ?? options.find(({ disabled }) => !disabled);
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx(styles.choice, styles.option)}>
          <input
            id={option === reached ? id : undefined}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={styles.input}
          />
          <span className={cx(styles.words, styles.optionWords)}>
            <span>{option.label}</span>
            {option.hint ? <span className={styles.hint}>{option.hint}</span> : null}
          </span>
          {option.aside ? <span className={styles.price}>{option.aside}</span> : null}
        </label>
      ))}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
