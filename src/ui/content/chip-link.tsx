import { cx } from '../theme/class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import styles from './chip.module.css';

/** A chip that leads to a page. */
export const ChipLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={cx(styles.chip, styles.choice, className)} />
);
