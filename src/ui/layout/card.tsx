import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** `article` for standalone content, `section` for a titled part of a page. */
  readonly as?: 'div' | 'article' | 'section' | 'li' | 'aside' | 'form';
  /**
   * `normal` (16 px, 24 px from a width of 768 px), `tight` (16 px), or `none` for content that extends to
   * the edges.
   */
  readonly padding?: 'normal' | 'tight' | 'none';
}

/** A surface with a one-pixel border. */
export function Card({ as = 'div', padding = 'normal', className, ...rest }: CardProps) {
  const Tag = as as 'div';
  return (
    <Tag
      {...rest}
      className={cx(
        styles.card,
        padding !== 'none' && styles.padded,
        padding === 'tight' && styles.tight,
        className,
      )}
    />
  );
}
