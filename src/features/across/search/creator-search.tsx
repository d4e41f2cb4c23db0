import type { ReplyOf } from '#contract/core/registry.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listCountries } from '#services/base/site.ts';
import { listCategories, searchPerformers } from '#services/people/creators.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeeded, useSeededList } from '#state/query/use-seeded.ts';
import { useLastKnown } from '#ui/hooks/use-last-known.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Category, type Filters, creatorsQuery } from './filters.ts';
import { Results } from './results.tsx';

export interface CreatorSearchProps {
  readonly filters: Filters;
  /** The first page for these filters, if the server sent it. */
  readonly sent: ReplyOf<'GET /performers/user/search'> | undefined;
  /** The first page that the server sent, for whichever filters. */
  readonly first: ReplyOf<'GET /performers/user/search'> | undefined;
  readonly categories: readonly Category[] | undefined;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** Creators, with filters. */
export function CreatorSearch({ filters, sent, first, categories, onChange }: CreatorSearchProps) {
  const query = useSeededList(searchPerformers, { query: creatorsQuery(filters) }, sent);
  useBeginWhenIdle(query.begin);
  const loaded = useSeeded(listCategories, categories ? null : {}, undefined).currentData?.data;
  const countries = useSeeded(listCountries, query.isLive ? {} : null, undefined).currentData?.data;
  const before = useLastKnown(query.currentData) ?? (first && { pages: [first] });
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={onChange}
        categories={categories ?? loaded ?? []}
        countries={countries ?? []}
      />
      <Results
        list={toInfinitePages(query)}
        before={uniqueItems(before)}
        filters={filters}
        onClear={onChange}
      />
    </>
  );
}
