import { memo, useEffect } from 'react';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { Country } from '#contract/base/site.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { listCategories, searchPerformers } from '#services/people/creators.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { listCountries } from '#services/base/site.ts';
import { filtersOf, searchQuery } from './filters.ts';
import { type Category, pageSize } from './load-search.ts';

/** The results for one URL, as far as they have loaded. */
export interface Found extends InfinitePages<PerformerRow> {
  readonly address: string;
}
/** Filter options that the server didn't render. */
export interface Choices {
  readonly categories: readonly Category[];
  readonly countries: readonly Country[];
}

export interface LiveSearchProps {
  readonly address: string;
  /** The server rendered the categories. */
  readonly hasCategories: boolean;
  readonly onFound: (found: Found) => void;
  readonly onChoices: (choices: Choices) => void;
}

/** Loads the creators for a URL page by page, and the filter options. Renders nothing. */
export const LiveSearch = memo(function LiveSearch({
  address,
  hasCategories,
  onFound,
  onChoices,
}: LiveSearchProps) {
  const filters = filtersOf(Object.fromEntries(new URLSearchParams(address.split('?')[1])));
  const query = useList(searchPerformers, { query: { ...searchQuery(filters), limit: pageSize } });
  const categories = useRead(listCategories, hasCategories ? null : {}).data?.data;
  const countries = useRead(listCountries).data?.data;
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onFound({ ...now, address });
  }, [address, query, onFound]);
  useEffect(
    () => onChoices({ categories: categories ?? [], countries: countries ?? [] }),
    [categories, countries, onChoices],
  );
  return null;
});
