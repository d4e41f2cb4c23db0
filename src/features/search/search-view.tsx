import { useRouter } from 'next/router';
import { useState } from 'react';
import { useListCategoriesQuery } from '#state/api-performers';
import { useListCountriesQuery } from '#state/api-site';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filtersOf, searchAddress } from './filters.tsx';
import type { SearchData } from './load.tsx';
import { Results } from './results.tsx';
import styles from './search.module.css';

/** What the server has said of categories and countries; the bar works without either. */
function useChoices(categories: SearchData['categories'] | undefined) {
  const asked = useListCategoriesQuery(undefined, { skip: categories !== undefined });
  const countries = useListCountriesQuery();
  return { categories: categories ?? asked.data?.data ?? [], countries: countries.data?.data ?? [] };
}

/** `/search`: creators by name, category, price, country. The address is the state: it can be kept, shared and stepped back through. */
export function SearchView({ address, first, categories }: Partial<SearchData>) {
  const router = useRouter();
  const filters = filtersOf(router.query);
  const choices = useChoices(categories);
  // What was typed replaces the last step in history; a chosen filter is a step of its own.
  const [typing, setTyping] = useState(false);
  const change = (changed: Partial<Filters>) => {
    const typed = 'q' in changed && Object.keys(changed).length === 1;
    const to = searchAddress({ ...filters, ...changed });
    void (typed && typing ? router.replace : router.push)(to, undefined, { shallow: true, scroll: false });
    setTyping(typed);
  };
  const here = searchAddress(filters);
  return (
    <>
      <PageHead title="Find creators" description="Creators by name, topic, price and country." canonical="/search" />
      <div className={styles.head}><PageHeader title="Find creators" /></div>
      <FilterBar filters={filters} onChange={change} {...choices} />
      <Results filters={filters} first={address === here ? first : undefined} onClear={change} />
    </>
  );
}
