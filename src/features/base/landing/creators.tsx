import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { CreatorGrid, CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { PromoCard } from '#components/people/creators/promo-card.tsx';
import { listPromos } from '#services/base/site.ts';
import { randomPerformers, topPerformers } from '#services/people/creators.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import type { LandingData } from './landing-page.tsx';
import styles from './landing.module.css';

/** How many creators each list shows. */
const shown = 6;
export const topQuery = { limit: shown };
export const randomQuery = { limit: 2 * shown };

/** Keeps creators from appearing on the page twice. */
export const withoutTop = (random: readonly PerformerRow[], top: readonly PerformerRow[]): PerformerRow[] => {
  const ids = new Set(top.map((creator) => creator._id));
  return random.filter((creator) => !ids.has(creator._id)).slice(0, shown);
};

/** Creators on the site, and promotions by the site. */
export const Creators = ({ top, random, promos }: LandingData) => (
  <div className={styles.lists}>
    <Section title="Most followed" actions={<ButtonLink href={routes.search}>All creators</ButtonLink>}>
      <CreatorGrid creators={top} />
    </Section>
    {promos.length > 0 ? (
      <Section title="Featured">
        <div className={styles.promos}>
          {promos.slice(0, 3).map((promo) => (
            <PromoCard key={promo._id} promo={promo} />
          ))}
        </div>
      </Section>
    ) : null}
    {random.length > 0 ? (
      <Section title="Worth a look" text="Different creators every time you visit.">
        <CreatorGrid creators={random} />
      </Section>
    ) : null}
  </div>
);

const CreatorsSkeleton = () => (
  <div className={styles.lists}>
    <CreatorGridSkeleton />
  </div>
);

/** The same where the server sent no data. Optional lists that failed to load are omitted. */
export function LoadedCreators() {
  const top = useSeeded(topPerformers, { query: topQuery }, undefined);
  const random = useSeeded(randomPerformers, { query: randomQuery }, undefined);
  const promos = useSeeded(listPromos, {}, undefined);
  const isWaiting = random.isFetching && !random.currentData;
  return (
    <LoadedView request={top} skeleton={<CreatorsSkeleton />} level={2}>
      {({ data }) =>
        isWaiting ? (
          <CreatorsSkeleton />
        ) : (
          <Creators
            top={data}
            random={withoutTop(random.currentData?.data ?? [], data)}
            promos={promos.currentData?.data ?? []}
          />
        )
      }
    </LoadedView>
  );
}
