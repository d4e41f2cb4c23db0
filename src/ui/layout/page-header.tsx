import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** One sentence about what the page is for. */
  readonly text?: ReactNode;
  /** The page's primary action and related ones. */
  readonly actions?: ReactNode;
}

/** The header of a page, with its only `h1`. */
export const PageHeader = ({ title, text, actions }: PageHeaderProps) => (
  <header className={styles.header}>
    <div className={styles.words}>
      <h1>{title}</h1>
      {text ? <p className={styles.text}>{text}</p> : null}
    </div>
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </header>
);

export interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Id of the section, for links such as `#limits`. */
  readonly anchor?: string;
}

/** A titled part of a page. */
export function Section({ title, text, actions, children, className, anchor }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={cx(styles.section, className)}>
      <div className={styles.sectionHead}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          {text ? <p className={styles.text}>{text}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
