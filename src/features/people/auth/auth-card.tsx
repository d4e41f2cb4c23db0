import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import styles from './auth.module.css';

export interface AuthCardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Shown below the card: a link to the alternative, such as registration. */
  readonly below?: ReactNode;
  /** Shown last, because it appears late and must not shift other content. */
  readonly last?: ReactNode;
}

/** The card of a login or registration page. */
export const AuthCard = ({ title, lead, children, below, last }: AuthCardProps) => (
  <div className={styles.place}>
    <PageHead title={title} unlisted />
    <Card as="section" aria-labelledby="auth-title">
      <h1 id="auth-title" className={styles.title}>
        {title}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </Card>
    {below ? <p className={styles.below}>{below}</p> : null}
    {last}
  </div>
);
