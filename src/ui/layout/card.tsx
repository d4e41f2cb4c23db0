import type { ComponentProps } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** `article` for a thing that stands alone, `section` for a titled part of a page. */
  readonly as?: 'div' | 'article' | 'section' | 'li' | 'aside' | 'form';
  /** `normal` (16, from 768 px 24), `tight` (16) or `none` for content that runs to the edge. */
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
