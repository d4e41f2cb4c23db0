import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import styles from './auth.module.css';

export interface AuthCardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Under the card: the other way in. */
  readonly below?: ReactNode;
  /** Under everything: what comes late and may push nothing down. */
  readonly last?: ReactNode;
}

/** The one thing on a page of signing in or joining. */
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
