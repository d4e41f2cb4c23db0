import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './field.module.css';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

/** What every field shows around its control. */
export interface FieldTexts {
  readonly label: string;
  /** How to fill it in, before any mistake. */
  readonly hint?: ReactNode;
  /** What is wrong and what to do; null or empty for nothing. */
  readonly error?: string | null;
  /** Adds "optional" after the label. */
  readonly optional?: boolean;
  /** Keeps the label for those who listen only. */
  readonly hideLabel?: boolean;
}

/** Spread these on the control: they tie label, hint and error to it. */
export interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldTexts {
  readonly children: (wiring: FieldWiring) => ReactNode;
  /** Id of the control, when something else points at it; one is made otherwise. */
  readonly id?: string;
  /** Beside hint and error, at the end: a counter. */
  readonly aside?: ReactNode;
  readonly className?: string;
}

const Label = ({ id, label, optional, hideLabel }: { id: string } & FieldTexts) => {
  const words = optional ? (
    <>
      {label} <span className={styles.optional}>optional</span>
    </>
  ) : (
    label
  );
  return (
    <label htmlFor={id} className={styles.label}>
      {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </label>
  );
};

const Below = ({ id, hint, error, aside }: { id: string } & Pick<FieldProps, 'hint' | 'error' | 'aside'>) =>
  hint || error || aside ? (
    <div className={styles.below}>
      <div>
        {error ? (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        ) : null}
        {hint ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      {aside}
    </div>
  ) : null;

/** A label, a control, a hint and an error that know each other. The building block of the inputs. */
export function Field({ children, id: given, className, aside, ...texts }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const { hint, error } = texts;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cx(styles.field, className)}>
      <Label id={id} {...texts} />
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <Below {...{ id, hint, error, aside }} />
    </div>
  );
}
