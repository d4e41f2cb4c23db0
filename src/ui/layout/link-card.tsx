import { Link, type LinkProps } from '../content/link.tsx';
import { cx } from '../theme/class-names.ts';
import { Card, type CardProps } from './card.tsx';
import styles from './link-card.module.css';

/** A card that is clickable as a whole. It contains one `CardLink`, which covers it. */
export const LinkCard = ({ className, ...rest }: Omit<CardProps, 'as'>) => (
  <Card as="article" {...rest} className={cx(styles.card, className)} />
);

/**
 * The link of a `LinkCard`. Other interactive elements need `position: relative` and a `z-index` to be above
 * it.
 */
export const CardLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={cx(styles.link, className)} />
);
