import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './stack.module.css';

export type Gap = 4 | 8 | 12 | 16 | 24 | 32 | 48;

/** Stacks children vertically. `gap` is a step of the spacing scale; defaults to 16. */
export const Stack = ({ gap = 16, className, ...rest }: ComponentProps<'div'> & { gap?: Gap }) => (
  <div {...rest} className={cx(styles.stack, styles[`gap${gap}`], className)} />
);

export interface RowProps extends ComponentProps<'div'> {
  readonly gap?: Gap;
  /** Wraps if there isn't enough room; defaults to true. */
  readonly wrap?: boolean;
  /** Spreads children to both ends, or aligns them to the end. */
  readonly justify?: 'between' | 'end';
  /** Aligns children to the top instead of the center. */
  readonly top?: boolean;
  /** Aligns children to the bottom, such as a button beside a field with a label. */
  readonly bottom?: boolean;
}

/** Places children side by side. */
export const Row = ({ gap = 8, wrap = true, justify, top, bottom, className, ...rest }: RowProps) => (
  <div
    {...rest}
    className={cx(
      styles.row,
      styles[`gap${gap}`],
      wrap && styles.wrap,
      justify && styles[justify],
      top && styles.top,
      bottom && styles.bottom,
      className,
    )}
  />
);
