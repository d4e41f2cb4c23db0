import type { ComponentProps } from 'react';
import { useChosenInView } from '../hooks/use-chosen-in-view.ts';
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
export function ChipRow({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'div'>, 'ref'> & { label?: string }) {
  const row = useChosenInView<HTMLDivElement>();
  return (
    <div
      {...rest}
      ref={row}
      role={label ? 'group' : undefined}
      aria-label={label}
      className={cx(styles.row, className)}
    />
  );
}
