import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './stack.module.css';

export type Gap = 4 | 8 | 12 | 16 | 24 | 32 | 48;

/** Children under each other. `gap` is a step of the spacing scale (16). */
export const Stack = ({ gap = 16, className, ...rest }: ComponentProps<'div'> & { gap?: Gap }) => (
  <div {...rest} className={cx(styles.stack, styles[`gap${gap}`], className)} />
);

export interface RowProps extends ComponentProps<'div'> {
  readonly gap?: Gap;
  /** Breaks into lines when narrow (yes). */
  readonly wrap?: boolean;
  /** Pushes the ends apart, or everything to the end. */
  readonly justify?: 'between' | 'end';
  /** Aligns tops instead of middles. */
  readonly top?: boolean;
}

/** Children beside each other. */
export const Row = ({ gap = 8, wrap = true, justify, top, className, ...rest }: RowProps) => (
  <div
    {...rest}
    className={cx(
      styles.row,
      styles[`gap${gap}`],
      wrap && styles.wrap,
      justify && styles[justify],
      top && styles.top,
      className,
    )}
  />
);
