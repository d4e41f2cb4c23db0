import type { PerformerRow } from '#contract/people/creators.ts';
import type { Promo } from '#components/people/creators/promo-card.tsx';
import type { Api } from '#services/http/api.ts';
import { randomPerformers, topPerformers } from '#services/people/creators.ts';
import { listPromos } from '#services/base/site.ts';

/** How many creators each list on the landing page shows. */
export const shown = 6;

export interface LandingData {
  readonly top: readonly PerformerRow[];
  readonly random: readonly PerformerRow[];
  readonly promos: readonly Promo[];
}

/** Keeps creators from appearing on the page twice. */
export const withoutTop = (random: readonly PerformerRow[], top: readonly PerformerRow[]): PerformerRow[] => {
  const ids = new Set(top.map((creator) => creator._id));
  return random.filter((creator) => !ids.has(creator._id)).slice(0, shown);
};

/** Loads what the landing page is rendered with. */
export async function loadLanding({ api }: { api: Api }): Promise<LandingData> {
  const [top, random, promos] = await Promise.all([
    topPerformers(api, { query: { limit: shown } }),
    randomPerformers(api, { query: { limit: 2 * shown } }),
    listPromos(api),
  ]);
  return { top: top.data, random: withoutTop(random.data, top.data), promos: promos.data };
}
