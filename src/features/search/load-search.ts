import type { PerformerRow } from '#contract/creators.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import { listCategories, searchPerformers } from '#services/creators.ts';
import { filtersOf, searchAddress, searchQuery } from './filters.ts';

/** Divisible by one, two and three columns. */
export const pageSize = 24;

export type Category = ReplyOf<'GET /performers/categories'>['data'][number];
export interface SearchData {
  /** The URL that `first` was loaded for. */
  readonly address: string;
  readonly first: { readonly data: readonly PerformerRow[]; readonly total: number };
  readonly categories: readonly Category[];
}

/** Loads the first page of results for the URL. */
export async function loadSearch({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<SearchData> {
  const filters = filtersOf(query);
  const [first, categories] = await Promise.all([
    searchPerformers(api, { ...searchQuery(filters), limit: pageSize }),
    listCategories(api),
  ]);
  return { address: searchAddress(filters), first, categories: categories.data };
}
