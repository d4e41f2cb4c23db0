import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../theme/class-names.ts';
import { Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextInputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'prefix'> {
  /** Inside the box, before the text, such as "@" or "USD". Decorative. */
  readonly prefix?: ReactNode;
  /** Inside the box, after the text, such as a unit or a button. */
  readonly suffix?: ReactNode;
  /** Offered by the browser while typing; other text is fine, too. */
  readonly suggestions?: readonly string[] | undefined;
}

/** A single-line text field. Takes all props of an `<input>`, plus label, hint and error. */
export function TextInput({
  label,
  hint,
  error,
  optional,
  hideLabel,
  prefix,
  suffix,
  id,
  className,
  suggestions,
  ...rest
}: TextInputProps) {
  const listId = useId();
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={styles.box}>
          {prefix ? (
            <span className={styles.affix} aria-hidden="true">
              {prefix}
            </span>
          ) : null}
          <input
            {...rest}
            {...wiring}
            list={suggestions?.length ? listId : undefined}
            className={styles.control}
          />
          {suggestions?.length ? (
            <datalist id={listId}>
              {suggestions.map((text) => (
                <option key={text}>{text}</option>
              ))}
            </datalist>
          ) : null}
          {typeof suffix === 'string' ? <span className={styles.affix}>{suffix}</span> : suffix}
        </span>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldTexts, ComponentProps<'textarea'> {
  /** Starts at one line high, for comments and messages. */
  readonly compact?: boolean;
  /** Shows the remaining characters once less than a tenth of `maxLength` is left. */
  readonly counted?: boolean;
}

/** The remaining characters, or null while there are plenty: then nothing takes space below the field. */
function remaining({ counted, maxLength, value }: TextAreaProps): ReactNode {
  if (!counted || !maxLength || typeof value !== 'string') return null;
  const left = maxLength - value.length;
  return left > maxLength / 10 ? null : (
    <span className={styles.count} aria-live="polite">
      {left} left
    </span>
  );
}

/** A multi-line text field that grows with its content. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  hideLabel,
  compact,
  counted,
  id,
  className,
  ...rest
}: TextAreaProps) {
  const count = remaining({ label, counted, ...rest });
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }} aside={count}>
      {(wiring) => (
        <span className={styles.box}>
          <textarea
            rows={compact ? 1 : 4}
            {...rest}
            {...wiring}
            className={cx(styles.control, compact && styles.compact)}
          />
        </span>
      )}
    </Field>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
export interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly SelectOption[];
  /** First option, with an empty value, such as "Any country". */
  readonly placeholder?: string;
}

/** A native select. */
export function Select({
  label,
  hint,
  error,
  optional,
  hideLabel,
  options,
  placeholder,
  id,
  className,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <span className={cx(styles.box, styles.select)}>
          <select {...rest} {...wiring} className={styles.control}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
