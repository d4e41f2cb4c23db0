import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { CreatorRow } from '#components/people/creators/creator-card.tsx';
import { PromoCard } from '#components/people/creators/promo-card.tsx';
import { useRandomPerformersQuery } from '#state/api/creators/creators.ts';
import { useListPromosQuery } from '#state/api/site.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './home.module.css';
import { LiveNow } from './live-now.tsx';

const asked = 12;
const shown = 5;

/**
 * Creators that the user doesn't follow yet. The first response is kept, because the list must not change
 * while someone in it is followed.
 */
function Suggestions() {
  const { data } = useRandomPerformersQuery(asked);
  const [kept, setKept] = useState<readonly PerformerRow[] | null>(null);
  if (data && kept === null)
    setKept(data.data.filter((creator) => !creator.isFollowed && !creator.isSubscribed).slice(0, shown));
  if (kept?.length === 0) return null;
  return (
    <Card as="section" padding="tight" aria-label="Suggestions">
      <Section title="Worth a look">
        {kept ? (
          <ul className={styles.suggestions}>
            {kept.map((creator) => (
              <li key={creator._id}>
                <CreatorRow creator={creator} />
              </li>
            ))}
          </ul>
        ) : (
          <Skeleton label="Loading suggestions">
            <Stack>
              {Array.from({ length: shown }, (_, at) => (
                <SkeletonPerson key={at} />
              ))}
            </Stack>
          </Skeleton>
        )}
        <ButtonLink href={routes.search} block>
          All creators
        </ButtonLink>
      </Section>
    </Card>
  );
}

function Promos() {
  const { data } = useListPromosQuery();
  return (data?.data ?? []).slice(0, 2).map((promo) => <PromoCard key={promo._id} promo={promo} />);
}

/** Who is live, suggested creators, and promotions by the site. */
export const RailLists = () => (
  <Stack>
    <LiveNow />
    <Suggestions />
    <Promos />
  </Stack>
);
