import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { CreatorRow } from '#components/people/creators/creator-card.tsx';
import { type Promo, PromoCard } from '#components/people/creators/promo-card.tsx';
import { randomPerformers } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { listPromos } from '#services/base/site.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './home.module.css';
import { LiveNow, useLiveNow } from './live-now.tsx';

const requested = 12;
const shown = 5;

/**
 * Creators that the user doesn't follow yet. The first response is kept, because the list must not change
 * while someone in it is followed.
 */
function Suggestions({ found }: { found: readonly PerformerRow[] }) {
  const [creators] = useState(() =>
    found.filter((creator) => !creator.isFollowed && !creator.isSubscribed).slice(0, shown),
  );
  if (creators.length === 0) return null;
  return (
    <Card as="section" padding="tight" aria-label="Suggestions">
      <Section title="Worth a look">
        <ul className={styles.suggestions}>
          {creators.map((creator) => (
            <li key={creator._id}>
              <CreatorRow creator={creator} />
            </li>
          ))}
        </ul>
        <ButtonLink href={routes.search} block>
          All creators
        </ButtonLink>
      </Section>
    </Card>
  );
}

const RailSkeleton = () => (
  <Card padding="tight">
    <Skeleton label="Loading suggestions">
      <Stack>
        {Array.from({ length: shown }, (_, at) => (
          <SkeletonPerson key={at} />
        ))}
      </Stack>
    </Skeleton>
  </Card>
);

interface Known {
  readonly streams: readonly Stream[];
  readonly creators: readonly PerformerRow[];
  readonly promos: readonly Promo[];
}

function KnownLists({ streams, creators, promos }: Known) {
  const [isLiveFirst] = useState(streams.length > 0);
  const liveNow = <LiveNow streams={streams} />;
  return (
    <Stack>
      {isLiveFirst ? liveNow : null}
      <Suggestions found={creators} />
      {promos.slice(0, 2).map((promo) => (
        <PromoCard key={promo._id} promo={promo} />
      ))}
      {isLiveFirst ? null : liveNow}
    </Stack>
  );
}

/**
 * Who is live, suggested creators, and promotions by the site, once all three are known. Who goes live later comes
 * last: nothing may move what is being read.
 */
export function RailLists() {
  const streams = useLiveNow();
  const creators = useRead(randomPerformers, { query: { limit: requested } });
  const promos = useRead(listPromos);
  if (streams === null || creators.isLoading || promos.isLoading) return <RailSkeleton />;
  return (
    <KnownLists streams={streams} creators={creators.data?.data ?? []} promos={promos.data?.data ?? []} />
  );
}
