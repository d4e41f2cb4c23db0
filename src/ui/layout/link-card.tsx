import { Link, type LinkProps } from '../content/link.tsx';
import { cx } from '../theme/class-names.ts';
import { Card, type CardProps } from './card.tsx';
import styles from './link-card.module.css';

/** A thing in a list that leads to its page wherever it is pressed: one `CardLink` in it covers all of it. */
export const LinkCard = ({ className, ...rest }: Omit<CardProps, 'as'>) => (
  <Card as="article" {...rest} className={cx(styles.card, className)} />
);

/**
 * The one link of a `LinkCard`; what else can be pressed lies over it with `position: relative` and a
 * `z-index`.
 */
export const CardLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={cx(styles.link, className)} />
);
