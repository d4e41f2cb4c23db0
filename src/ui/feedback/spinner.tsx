import { cx } from '../theme/class-names.ts';
import styles from './spinner.module.css';

/**
 * A small spinner for use inside a control. Decorative, so describe the progress in text. Pages use skeletons
 * instead.
 */
export const Spinner = ({ className }: { className?: string }) => (
  <span className={cx(styles.spinner, className)} aria-hidden="true" />
);
