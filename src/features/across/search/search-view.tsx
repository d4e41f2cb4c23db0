import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import {
  type Filters,
  filtersOf,
  kindOf,
  noFilters,
  orderOf,
  searchAddress,
  tabAddress,
  tabs,
} from './filters.ts';
import { KindSearch } from './kind-search.tsx';
import type { SearchData } from './load-search.ts';
import { SearchField } from './search-field.tsx';
import { AllSearch } from './all-search.tsx';
import { CreatorSearch } from './creator-search.tsx';
import styles from './search.module.css';

interface PanelProps {
  readonly filters: Filters;
  readonly data: Partial<SearchData>;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** The results of the chosen tab. What the server rendered counts only for its own URL. */
function Panel({ filters, data, onChange }: PanelProps) {
  const { q, kind } = filters;
  const here = searchAddress(filters);
  const given = data.address === here ? data.reply : undefined;
  if (kind === 'all') return <AllSearch q={q} given={given} />;
  if (kind === 'creators') return <CreatorSearch filters={filters} data={data} onChange={onChange} />;
  const label = tabs.find(({ key }) => key === kind)?.label ?? '';
  return (
    <KindSearch
      key={kind}
      q={q}
      kind={kindOf[kind]}
      label={label}
      order={orderOf(filters)}
      given={given}
      onOrder={(order) => onChange({ sort: order === 'newest' ? order : noFilters.sort })}
    />
  );
}

/** `/search`: creators and everything they publish. The words, the tab and the filters are kept in the URL. */
export function SearchView(data: Partial<SearchData>) {
  const router = useRouter();
  const filters = filtersOf(router.query);
  const go = (address: string) => void router.push(address, undefined, { shallow: true, scroll: false });
  return (
    <>
      <PageHead
        title={filters.q ? `${filters.q}: search` : 'Search'}
        description="Creators, posts, videos, galleries, products, auctions and live streams."
        canonical="/search"
      />
      <div className={styles.head}>
        <PageHeader title="Search" actions={<ButtonLink href={routes.explore}>Explore</ButtonLink>} />
        <SearchField value={filters.q} onSearch={(q) => go(searchAddress({ ...filters, q }))} />
      </div>
      <Tabs
        label="Results"
        items={tabs}
        value={filters.kind}
        onChange={(kind) => go(tabAddress(filters.q, kind))}
      >
        <div className={styles.panel}>
          <Panel
            filters={filters}
            data={data}
            onChange={(change) => go(searchAddress({ ...filters, ...change }))}
          />
        </div>
      </Tabs>
    </>
  );
}
