import type { ReactNode } from 'react';
import styles from './field-group.module.css';

/** Several fields, or one that isn't a plain input, under a common label. */
export const FieldGroup = ({
  label,
  hint,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
}) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>
      {label} {hint ? <span className={styles.hint}>{hint}</span> : null}
    </legend>
    {children}
  </fieldset>
);
