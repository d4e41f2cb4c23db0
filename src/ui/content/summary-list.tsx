import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './summary-list.module.css';

/** What something comes to, line by line. `isLive`: read out as it changes. */
export const SummaryList = ({ children, isLive = false }: { children: ReactNode; isLive?: boolean }) => (
  <dl className={styles.sums} aria-live={isLive ? 'polite' : undefined}>
    {children}
  </dl>
);

/** One line of it; the total stands out. */
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
