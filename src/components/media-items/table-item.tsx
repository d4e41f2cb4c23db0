import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { cx } from '#ui/theme/class-names.ts';
import styles from './table-item.module.css';

const shapes = {
  square: { width: 48, height: 48 },
  photo: { width: 72, height: 54 },
  film: { width: 96, height: 54 },
} as const;

export interface TableItemProps {
  /** Where it is changed. */
  readonly href: string;
  readonly title: string;
  /** Its title is a sentence rather than a name: it wants more room. */
  readonly isSentence?: boolean;
  /**
   * The address of its picture; undefined: none yet, the icon stands there. Null: works of its kind have
   * none.
   */
  readonly picture: string | null | undefined;
  readonly shape?: keyof typeof shapes;
  readonly icon?: ReactNode;
  /** In the corner of the picture: how long it is. */
  readonly length?: ReactNode;
  /** Under its name: what it waits for, what went wrong. */
  readonly children?: ReactNode;
}

/** What a row of a studio table is about, leading to where it is changed. */
export const TableItem = ({
  href,
  title,
  isSentence,
  picture,
  shape = 'square',
  icon,
  length,
  children,
}: TableItemProps) => (
  <Link href={href} className={styles.what}>
    {picture === null ? null : (
      <span className={cx(styles.picture, styles[shape])}>
        {picture ? <img src={picture} alt="" {...shapes[shape]} loading="lazy" /> : icon}
        {length ? <span className={styles.length}>{length}</span> : null}
      </span>
    )}
    <span className={styles.words}>
      <span className={cx(styles.title, isSentence && styles.sentence)}>{title}</span>
      {children}
    </span>
  </Link>
);
