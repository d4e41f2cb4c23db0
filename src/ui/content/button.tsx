import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import styles from './button.module.css';

/** `primary` once per page; `soft` for a secondary action; `quiet` has no background until hovered. */
export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'quietDanger';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  /** 48 px high instead of 40. */
  readonly large?: boolean;
  /** As wide as its parent. */
  readonly block?: boolean;
  /** Shown before the label; decorative. */
  readonly icon?: ReactNode;
}

/** Class names of a button, for other elements that should look like one. */
export const buttonClass = ({ variant = 'secondary', large, block }: ButtonLook, className?: string) =>
  cx(styles.button, styles[variant], large && styles.large, block && styles.block, className);

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  readonly children: ReactNode;
  /** Receives focus when a dialog opens. */
  readonly 'data-autofocus'?: '';
  /** Shows a spinner, keeps focus and label, and ignores clicks. */
  readonly busy?: boolean;
}

/** A button. `type` defaults to `button`. */
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
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
}

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

/** A button that looks like a link, for use within text. */
export const TextButton = ({ className, type = 'button', ...rest }: ComponentProps<'button'>) => (
  <button {...rest} type={type} className={cx(styles.link, className)} />
);
