import { Link } from './link.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

export interface ButtonLinkProps
  extends ButtonLook, Omit<ComponentProps<typeof Link>, 'children' | 'aria-disabled'> {
  readonly children: ReactNode;
}

/** A link styled as a button. The target page's code is prefetched on hover or focus. */
export const ButtonLink = ({
  variant,
  large,
  block,
  icon,
  children,
  className,
  ...rest
}: ButtonLinkProps) => (
  <Link {...rest} className={buttonClass({ variant, large, block }, className)}>
    {icon}
    <span>{children}</span>
  </Link>
);
