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
  /** Link to the editor. */
  readonly href: string;
  readonly title: string;
  /** The title is a sentence rather than a name and needs more room. */
  readonly isSentence?: boolean;
  /**
   * URL of the picture. Undefined shows the icon instead; null means that this kind of item never has a
   * picture.
   */
  readonly picture: string | null | undefined;
  readonly shape?: keyof typeof shapes;
  readonly icon?: ReactNode;
  /** A label in the corner of the picture, such as the duration. */
  readonly length?: ReactNode;
  /** Shown below the title, such as what the item waits for or why it failed. */
  readonly children?: ReactNode;
}

/** The first cell of a studio table: the item, linking to its editor. */
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
