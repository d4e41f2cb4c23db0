import { routes } from '#config/routes.ts';
import { CreatorGrid, CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { PromoCard } from '#components/people/creators/promo-card.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import type { LandingData } from './load-landing.ts';
import styles from './landing.module.css';

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

export const CreatorsSkeleton = () => (
  <div className={styles.lists}>
    <CreatorGridSkeleton />
  </div>
);
