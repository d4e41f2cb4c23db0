import { useState } from 'react';
import type { PerformerRow } from '#contract/people/creators.ts';
import { CreatorRow } from '#components/people/creators/creator-card.tsx';
import { similarPerformers } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import styles from './profile.module.css';

const shown = 4;

/**
 * Creators who share followers or categories with this one; nothing if there are none. The first response is
 * kept, because the list must not change while someone in it is followed.
 */
export function SimilarCreators({ performerId }: { performerId: string }) {
  const { data } = useRead(similarPerformers, { params: { id: performerId } });
  const [kept, setKept] = useState<readonly PerformerRow[] | null>(null);
  if (data && kept === null) setKept(data.data.slice(0, shown));
  if (!kept || kept.length === 0) return null;
  return (
    <Card padding="tight">
      <Section title="Similar creators">
        <ul className={styles.similar}>
          {kept.map((creator) => (
            <li key={creator._id}>
              <CreatorRow creator={creator} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  );
}
