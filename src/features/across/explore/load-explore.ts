import type { Explore } from '#contract/across/search/explore.ts';
import type { Api } from '#services/http/api.ts';
import { getExplore } from '#services/across/search/explore.ts';

export interface ExploreData {
  readonly explore: Explore;
}

/** Loads what the page is rendered with. */
export const loadExplore = async ({ api }: { api: Api }): Promise<ExploreData> => ({
  explore: await getExplore(api),
});
