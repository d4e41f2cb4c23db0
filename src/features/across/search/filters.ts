import type { Cents } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import type { SearchItemKind } from '#services/across/search/search.ts';

export type SearchQuery = QueryOf<'GET /performers/user/search'>;
export type Category = ReplyOf<'GET /performers/categories'>['data'][number];
export type SortOrder = 'popular' | 'newest' | 'price';

/** The tabs, by their name in the URL. */
export const tabs = [
  { key: 'all', label: 'All' },
  { key: 'creators', label: 'Creators' },
  { key: 'posts', label: 'Posts' },
  { key: 'videos', label: 'Videos' },
  { key: 'galleries', label: 'Galleries' },
  { key: 'products', label: 'Products' },
  { key: 'auctions', label: 'Auctions' },
  { key: 'live', label: 'Live' },
] as const;
export type Tab = (typeof tabs)[number]['key'];
export type ItemTab = Exclude<Tab, 'all' | 'creators'>;

export const itemKinds: Readonly<Record<ItemTab, SearchItemKind>> = {
  posts: 'post',
  videos: 'video',
  galleries: 'gallery',
  products: 'product',
  auctions: 'auction',
  live: 'stream',
};

/** The search filters, all kept in the URL, so that a search can be bookmarked and shared. */
export interface Filters {
  readonly q: string;
  readonly kind: Tab;
  /** The rest is for creators only, but for `sort`: other results can be sorted by `newest`, too. */
  readonly category: string;
  readonly country: string;
  /** Highest monthly price in whole units of the site's currency; 0 for any. */
  readonly price: Cents;
  readonly free: boolean;
  readonly live: boolean;
  readonly sort: SortOrder;
}
/** How results other than creators are sorted. */
export type ItemOrder = 'best' | 'newest';

export const noFilters: Filters = {
  q: '',
  kind: 'all',
  category: '',
  country: '',
  price: 0,
  free: false,
  live: false,
  sort: 'popular',
};
export const priceSteps = [5, 10, 20, 50] as const;
export const sortLabels: Readonly<Record<SortOrder, string>> = {
  popular: 'Most followed',
  newest: 'Newest',
  price: 'Lowest price',
};

type Address = Readonly<Record<string, string | string[] | undefined>>;

const isSort = (text: string): text is SortOrder => Object.hasOwn(sortLabels, text);

/** Whether anything narrows or sorts creators, apart from the words. */
const isOfCreators = (filters: Filters): boolean =>
  Object.entries(filters).some(
    ([name, value]) => name !== 'q' && name !== 'kind' && value !== noFilters[name as keyof Filters],
  );

/** Parses the URL's query; invalid values are ignored. Filters of creators without a tab mean creators. */
export function parseFilters(address: Address): Filters {
  const text = (name: string, longest: number) => {
    const value = address[name];
    return typeof value === 'string' ? value.trim().slice(0, longest) : '';
  };
  const [country, price, sort] = [
    text('country', 3).toUpperCase(),
    Number(text('price', 4)),
    text('sort', 10),
  ];
  const filters: Filters = {
    q: text('q', 100),
    kind: tabs.find(({ key }) => key === text('kind', 10))?.key ?? 'all',
    category: text('category', 40).toLowerCase(),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    price: priceSteps.find((step) => step === price) ?? 0,
    free: text('free', 5) === 'true',
    live: text('live', 5) === 'true',
    sort: isSort(sort) ? sort : 'popular',
  };
  return applicable(filters);
}

/** What of the filters the tab has. */
function applicable(filters: Filters): Filters {
  const { q, kind, sort } = filters;
  if (kind === 'creators') return filters;
  if (kind === 'all') return isOfCreators(filters) ? { ...filters, kind: 'creators' } : { ...noFilters, q };
  return { ...noFilters, q, kind, sort: sort === 'newest' ? sort : noFilters.sort };
}

/** The query of results of all kinds. */
export const overviewQuery = (q: string) => (q ? { q } : {});

/** The query of one kind of results, as the API takes it. */
export const kindQuery = ({ q, kind, order }: { q: string; kind: SearchItemKind; order: ItemOrder }) => ({
  kind,
  ...(q && { q, sort: order }),
});

/** The order of results other than creators. Without words there is no best match. */
export const itemOrder = ({ q, sort }: Filters): ItemOrder =>
  sort === 'newest' || q === '' ? 'newest' : 'best';

/** The URL of a search, with only the filters that differ from the defaults. */
export function searchAddress(filters: Filters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== noFilters[name as keyof Filters]) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${routes.search}?${text}` : routes.search;
}

/** The URL of the same words in another tab. */
export const tabAddress = (q: string, kind: Tab): string => searchAddress({ ...noFilters, q, kind });

/** The filters as the API takes them. */
export const searchQuery = ({ q, category, country, price, free, live, sort }: Filters): SearchQuery => ({
  ...(q && { q }),
  ...(category && { category }),
  ...(country && { country }),
  ...(price > 0 && { maxPrice: price * 100 }),
  ...(free && { free: 'true' as const }),
  ...(live && { live: 'true' as const }),
  sort,
});

/** Divisible by one, two and three columns. */
const creatorsAPage = 24;

/** The query of a page of creators. */
export const creatorsQuery = (filters: Filters) => ({ ...searchQuery(filters), limit: creatorsAPage });

/** Whether anything narrows the list of creators, apart from the words. */
export const isNarrowed = (filters: Filters): boolean => isOfCreators({ ...filters, sort: noFilters.sort });
