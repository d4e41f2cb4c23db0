import type { ReactNode } from 'react';
import type { EarningStatement } from '#services/money/earnings.ts';
import { Card } from '#ui/layout/card.tsx';
import { Link } from '#ui/content/link.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { billingHref } from './billing-href.ts';
import styles from './statement.module.css';

type PartyFields = EarningStatement['site'];

const Party = ({ title, party, children }: { title: string; party: PartyFields; children?: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd className={styles.name}>{party.name}</dd>
    {party.address.map((line, at) => (
      <dd key={at}>{line}</dd>
    ))}
    {party.taxNumber ? <dd>Tax number {party.taxNumber}</dd> : null}
    {children}
  </div>
);

export interface StatementPrintProps {
  /** Such as "Statement for March 2026". */
  readonly title: string;
  /** Dates, and whether the period is over. */
  readonly facts: readonly { readonly term: string; readonly text: string }[];
  readonly site: PartyFields;
  readonly performer: PartyFields;
  readonly children: ReactNode;
}

/** A printable statement: its number and dates, both parties, and its lines. */
export function StatementPrint({ title, facts, site, performer, children }: StatementPrintProps) {
  return (
    <Card as="article" className={styles.paper} aria-label={title}>
      <Stack gap={24}>
        <h2>{title}</h2>
        <dl className={styles.facts}>
          <Party title="Issued by" party={site} />
          <Party title="Issued to" party={performer}>
            {performer.address.length === 0 ? (
              <dd className={styles.screenOnly}>
                <Link href={billingHref}>Add your address and tax number</Link>
              </dd>
            ) : null}
          </Party>
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {children}
      </Stack>
    </Card>
  );
}
