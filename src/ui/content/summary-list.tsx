import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './summary-list.module.css';

/** Amounts and their total, line by line. `isLive` announces changes to screen readers. */
export const SummaryList = ({ children, isLive = false }: { children: ReactNode; isLive?: boolean }) => (
  <dl className={styles.sums} aria-live={isLive ? 'polite' : undefined}>
    {children}
  </dl>
);

/** One line of a `SummaryList`; the total is emphasized. */
export const Sum = ({
  label,
  children,
  isTotal = false,
}: {
  label: string;
  children: ReactNode;
  isTotal?: boolean;
}) => (
  <div className={cx(isTotal && styles.total)}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
