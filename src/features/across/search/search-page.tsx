import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { SearchReply } from '#contract/across/search/search.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { searchSite } from '#services/across/search/search.ts';
import type { Api } from '#services/http/api.ts';
import { listCategories, searchPerformers } from '#services/people/creators.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import {
  type Category,
  type Filters,
  creatorsQuery,
  itemKinds,
  itemOrder,
  kindQuery,
  noFilters,
  overviewQuery,
  parseFilters,
  searchAddress,
  tabAddress,
  tabs,
} from './filters.ts';
import { KindSearch } from './kind-search.tsx';
import { SearchField } from './search-field.tsx';
import { AllSearch } from './all-search.tsx';
import { CreatorSearch } from './creator-search.tsx';
import styles from './search.module.css';

interface SearchData {
  /** The URL that the results were loaded for. */
  readonly address: string;
  /** Of the creators' tab. */
  readonly first?: ReplyOf<'GET /performers/user/search'>;
  readonly categories?: readonly Category[];
  /** Of any other tab. */
  readonly reply?: SearchReply;
}

async function loadCreators(api: Api, filters: Filters): Promise<Pick<SearchData, 'first' | 'categories'>> {
  const [first, categories] = await Promise.all([
    searchPerformers(api, { query: creatorsQuery(filters) }),
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
  const filters = parseFilters(query);
  const { q, kind } = filters;
  const address = searchAddress(filters);
  if (kind === 'creators') return { address, ...(await loadCreators(api, filters)) };
  const reply = await searchSite(api, {
    query:
      kind === 'all' ? overviewQuery(q) : kindQuery({ q, kind: itemKinds[kind], order: itemOrder(filters) }),
  });
  return { address, reply };
}

interface PanelProps {
  readonly filters: Filters;
  readonly data: Partial<SearchData>;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** The results of the chosen tab. What the server sent counts only for its own URL. */
function Panel({ filters, data, onChange }: PanelProps) {
  const { q, kind } = filters;
  const { first, reply, categories } = data;
  const isSent = data.address === searchAddress(filters);
  if (kind === 'all') return <AllSearch q={q} sent={isSent ? reply : undefined} />;
  if (kind === 'creators')
    return <CreatorSearch {...{ filters, first, categories, onChange }} sent={isSent ? first : undefined} />;
  const label = tabs.find(({ key }) => key === kind)?.label ?? '';
  return (
    <KindSearch
      key={kind}
      q={q}
      kind={itemKinds[kind]}
      label={label}
      order={itemOrder(filters)}
      sent={isSent ? reply : undefined}
      onOrder={(order) => onChange({ sort: order === 'newest' ? order : noFilters.sort })}
    />
  );
}

/** `/search`: creators and everything they publish. The words, the tab and the filters are kept in the URL. */
export function SearchView(data: Partial<SearchData>) {
  const router = useRouter();
  const filters = parseFilters(router.query);
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
