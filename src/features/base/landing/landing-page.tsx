import { useContext } from 'react';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { Promo } from '#components/people/creators/promo-card.tsx';
import { listPromos } from '#services/base/site.ts';
import type { Api } from '#services/http/api.ts';
import { randomPerformers, topPerformers } from '#services/people/creators.ts';
import { PageHead, SiteContext } from '#ui/layout/page-head.tsx';
import { Hero, HowItWorks } from './hero.tsx';
import { Creators, LoadedCreators, randomQuery, topQuery, withoutTop } from './creators.tsx';
import styles from './landing.module.css';

export interface LandingData {
  readonly top: readonly PerformerRow[];
  readonly random: readonly PerformerRow[];
  readonly promos: readonly Promo[];
}

/** Loads what the landing page is rendered with. */
export async function loadLanding({ api }: { api: Api }): Promise<LandingData> {
  const [top, random, promos] = await Promise.all([
    topPerformers(api, { query: topQuery }),
    randomPerformers(api, { query: randomQuery }),
    listPromos(api),
  ]);
  return { top: top.data, random: withoutTop(random.data, top.data), promos: promos.data };
}

const description =
  'Follow creators for free, subscribe for everything they make, unlock single posts and send messages. No algorithm in between.';

/** `/`: what the site is, and creators on it. */
export function LandingPage({ top, random, promos }: Partial<LandingData>) {
  const { siteName } = useContext(SiteContext);
  return (
    <div className={styles.page}>
      <PageHead
        description={`${siteName}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`}
        canonical="/"
      />
      <Hero creators={top ?? []} />
      <HowItWorks />
      {top && random && promos ? <Creators top={top} random={random} promos={promos} /> : <LoadedCreators />}
    </div>
  );
}
