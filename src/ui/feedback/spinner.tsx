import { cx } from '../theme/class-names.ts';
import styles from './spinner.module.css';

/**
 * A small turning ring for inside a control. Decorative: say in words what is under way. A page shows a
 * skeleton instead.
 */
export const Spinner = ({ className }: { className?: string }) => (
  <span className={cx(styles.spinner, className)} aria-hidden="true" />
);
