import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './chip.module.css';

export type ChipTone = 'neutral' | 'primary' | 'success' | 'danger' | 'warning' | 'live';

/** A short label for a state, type or price. The `live` tone adds a red dot. */
export const Chip = ({
  tone = 'neutral',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: ChipTone }) => (
  <span {...rest} className={cx(styles.chip, tone !== 'neutral' && styles[tone], className)} />
);

/** A filter that is on or off. */
export const ChipButton = ({
  pressed,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-pressed'> & { pressed: boolean }) => (
  <button
    {...rest}
    type="button"
    aria-pressed={pressed}
    className={cx(styles.chip, styles.choice, className)}
  />
);

/** A row of chips that scrolls sideways in narrow windows. Set `label` if the chips are filters. */
export const ChipRow = ({ label, className, ...rest }: ComponentProps<'div'> & { label?: string }) => (
  <div
    {...rest}
    role={label ? 'group' : undefined}
    aria-label={label}
    className={cx(styles.row, className)}
  />
);
