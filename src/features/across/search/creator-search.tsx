import { useState } from 'react';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, searchAddress } from './filters.ts';
import type { Choices, Found } from './live-search.ts';
import type { SearchData } from './load-search.ts';
import { Results } from './results.tsx';
import { useAwake } from '#components/base/lists/use-awake.ts';

const LiveSearch = lazyPart(async () => (await import('./live-search.ts')).LiveSearch);

const noChoices = { categories: [], countries: [] };

export interface CreatorSearchProps {
  readonly filters: Filters;
  readonly data: Partial<SearchData>;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** Creators, with filters: those that the server rendered, then those of the query. */
export function CreatorSearch({
  filters,
  data: { address, first, categories },
  onChange,
}: CreatorSearchProps) {
  const here = searchAddress(filters);
  const given = address === here ? first : undefined;
  const { isAwake, wake } = useAwake(given !== undefined);
  const [found, setFound] = useState<Found | null>(null);
  const [choices, setChoices] = useState<Choices>(noChoices);
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={onChange}
        categories={categories ?? choices.categories}
        countries={choices.countries}
      />
      <Results
        found={found?.address === here ? found : null}
        first={given}
        before={found?.items ?? first?.data ?? []}
        onMore={wake}
        filters={filters}
        onClear={onChange}
      />
      {isAwake ? (
        <LazyClient skeleton={null}>
          <LiveSearch
            address={here}
            hasCategories={categories !== undefined}
            onFound={setFound}
            onChoices={setChoices}
          />
        </LazyClient>
      ) : null}
    </>
  );
}
