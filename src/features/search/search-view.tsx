import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { LazyClient } from '#components/lists/lazy-client.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filtersOf, searchAddress } from './filters.ts';
import type { Choices, Found } from './live-search.ts';
import type { SearchData } from './load-search.ts';
import { Results } from './results.tsx';
import styles from './search.module.css';

const LiveSearch = lazyPart(async () => (await import('./live-search.ts')).LiveSearch);

/**
 * Combines the results rendered by the server with those of the query. The query starts at once if the server
 * rendered none, else when the page is idle or more results are needed.
 */
function useSearch(here: string, { address, first }: Partial<SearchData>) {
  const given = address === here ? first : undefined;
  const [awake, setAwake] = useState(given === undefined);
  const [found, setFound] = useState<Found | null>(null);
  const [choices, setChoices] = useState<Choices>({ countries: [] });
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  const results = {
    found: found?.address === here ? found : null,
    first: given,
    before: found?.items ?? first?.data ?? [],
    onMore: () => setAwake(true),
  };
  return { live: awake || given === undefined, results, setFound, choices, setChoices };
}

/** `/search`: creators by name, category, price and country. The filters are kept in the URL. */
export function SearchView({ categories, ...data }: Partial<SearchData>) {
  const router = useRouter();
  const filters = filtersOf(router.query);
  const here = searchAddress(filters);
  const { live, results, setFound, choices, setChoices } = useSearch(here, data);
  // Typing replaces the last history entry, while selecting a filter adds one.
  const [typing, setTyping] = useState(false);
  const change = (changed: Partial<Filters>) => {
    const typed = 'q' in changed && Object.keys(changed).length === 1;
    const to = searchAddress({ ...filters, ...changed });
    void (typed && typing ? router.replace : router.push)(to, undefined, { shallow: true, scroll: false });
    setTyping(typed);
  };
  return (
    <>
      <PageHead
        title="Find creators"
        description="Creators by name, topic, price and country."
        canonical="/search"
      />
      <div className={styles.head}>
        <PageHeader
          title="Find creators"
          actions={<ButtonLink href={routes.auctions}>Auctions</ButtonLink>}
        />
      </div>
      <FilterBar
        filters={filters}
        onChange={change}
        categories={categories ?? choices.categories ?? []}
        countries={choices.countries}
      />
      <Results {...results} asked={filters.q} onClear={change} />
      {live ? (
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
