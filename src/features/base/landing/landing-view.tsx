import { useContext } from 'react';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead, SiteContext } from '#ui/layout/page-head.tsx';
import { Hero, HowItWorks } from './hero.tsx';
import { Creators, CreatorsSkeleton } from './creators.tsx';
import type { LandingData } from './load-landing.ts';
import styles from './landing.module.css';

/** Loads only if the server sent no data. */
const LoadedCreators = lazyPart(async () => (await import('./loaded-creators.tsx')).LoadedCreators);

const description =
  'Follow creators for free, subscribe for everything they make, unlock single posts and send messages. No algorithm in between.';

/** `/`: what the site is, and creators on it. */
export function LandingView({ top, random, promos }: Partial<LandingData>) {
  const { siteName } = useContext(SiteContext);
  return (
    <div className={styles.page}>
      <PageHead
        description={`${siteName}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`}
        canonical="/"
      />
      <Hero creators={top ?? []} />
      <HowItWorks />
      {top && random && promos ? (
        <Creators top={top} random={random} promos={promos} />
      ) : (
        <LazyClient skeleton={<CreatorsSkeleton />}>
          <LoadedCreators />
        </LazyClient>
      )}
    </div>
  );
}
