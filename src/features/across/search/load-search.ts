import type { PerformerRow } from '#contract/people/creators.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { SearchReply } from '#contract/across/search/search.ts';
import type { Api } from '#services/http/api.ts';
import { listCategories, searchPerformers } from '#services/people/creators.ts';
import { searchSite } from '#services/across/search/search.ts';
import {
  type Filters,
  filtersOf,
  kindOf,
  kindQuery,
  orderOf,
  searchAddress,
  searchQuery,
} from './filters.ts';

/** Divisible by one, two and three columns. */
export const pageSize = 24;

export type Category = ReplyOf<'GET /performers/categories'>['data'][number];
export interface SearchData {
  /** The URL that the results were loaded for. */
  readonly address: string;
  /** Of the creators' tab. */
  readonly first?: { readonly data: readonly PerformerRow[]; readonly total: number };
  readonly categories?: readonly Category[];
  /** Of any other tab. */
  readonly reply?: SearchReply;
}

async function loadCreators(api: Api, filters: Filters): Promise<Pick<SearchData, 'first' | 'categories'>> {
  const [first, categories] = await Promise.all([
    searchPerformers(api, { query: { ...searchQuery(filters), limit: pageSize } }),
    listCategories(api),
  ]);
  return { first, categories: categories.data };
}

/** Loads the first results for the URL. */
export async function loadSearch({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SearchData> {
  const filters = filtersOf(query);
  const { q, kind } = filters;
  const address = searchAddress(filters);
  if (kind === 'creators') return { address, ...(await loadCreators(api, filters)) };
  const reply = await searchSite(api, {
    query: kind === 'all' ? (q ? { q } : {}) : kindQuery({ q, kind: kindOf[kind], order: orderOf(filters) }),
  });
  return { address, reply };
}
