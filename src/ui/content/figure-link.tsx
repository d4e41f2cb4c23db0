import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './figure-link.module.css';
import { Link, type LinkProps } from './link.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FigureLinkProps extends Omit<LinkProps, 'children'> {
  /** Accessible name of the figure, which doesn't depend on its position. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows behind it. */
export const FigureLink = ({ label, children, ...link }: FigureLinkProps) => (
  <Link {...link} className={styles.figure}>
    <VisuallyHidden>{`${label}:`}</VisuallyHidden> {children}
  </Link>
);

/** A figure without rows, in the place of a link. */
export const PlainFigure = ({ children }: { children: ReactNode }) => (
  <span className={cx(styles.figure, styles.plain)}>{children}</span>
);
