import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import styles from './button.module.css';

/** `primary` once a page; `soft` for a second, friendly one; `quiet` has no box until pointed at. */
export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'quietDanger';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  /** 48 px high instead of 40. */
  readonly large?: boolean;
  /** As wide as its parent. */
  readonly block?: boolean;
  /** Before the words; decorative. */
  readonly icon?: ReactNode;
}

/** Class names of a button, for whatever else must look like one. */
export const buttonClass = ({ variant = 'secondary', large, block }: ButtonLook, className?: string) =>
  cx(styles.button, styles[variant], large && styles.large, block && styles.block, className);

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  readonly children: ReactNode;
  /** A dialog puts focus here when it opens. */
  readonly 'data-autofocus'?: '';
  /** Work is under way: keeps focus and words, shows a ring, ignores presses. */
  readonly busy?: boolean;
}

/** A thing to press. `type` is `button` unless said otherwise. */
export function Button({
  variant,
  large,
  block,
  icon,
  busy,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ variant, large, block }, className), busy && styles.busy)}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** What it does, in words: the accessible name and the tooltip. */
  readonly label: string;
  /** The icon. */
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
}

/** A round button with only an icon. */
export const IconButton = ({
  label,
  children,
  variant = 'quiet',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    title={label}
    className={cx(styles.button, styles[variant], styles.icon, className)}
  >
    {children}
  </button>
);

/** A button that reads as a link within a line of text. */
export const TextButton = ({ className, type = 'button', ...rest }: ComponentProps<'button'>) => (
  <button {...rest} type={type} className={cx(styles.link, className)} />
);
