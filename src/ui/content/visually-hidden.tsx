import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export const VisuallyHidden = ({ className, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={cx(styles.hidden, className)} />
);
