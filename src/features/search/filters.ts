import type { Cents } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import type { QueryOf } from '#services/http/call.ts';

export type SearchQuery = QueryOf<'GET /performers/user/search'>;
export type SortOrder = 'popular' | 'newest' | 'price';

/** The search filters, all kept in the URL, so that a search can be bookmarked and shared. */
export interface Filters {
  readonly q: string;
  readonly category: string;
  readonly country: string;
  /** Highest monthly price in whole units of the site's currency; 0 for any. */
  readonly price: Cents;
  readonly free: boolean;
  readonly live: boolean;
  readonly sort: SortOrder;
}
export const noFilters: Filters = {
  q: '',
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

/** Parses the URL's query; invalid values are ignored. */
export function filtersOf(address: Address): Filters {
  const text = (name: string, longest: number) => {
    const value = address[name];
    return typeof value === 'string' ? value.trim().slice(0, longest) : '';
  };
  const [country, price, sort] = [
    text('country', 3).toUpperCase(),
    Number(text('price', 4)),
    text('sort', 10),
  ];
  return {
    q: text('q', 100),
    category: text('category', 40).toLowerCase(),
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    price: priceSteps.find((step) => step === price) ?? 0,
    free: text('free', 5) === 'true',
    live: text('live', 5) === 'true',
    sort: isSort(sort) ? sort : 'popular',
  };
}

/** The URL of a search, with only the filters that differ from the defaults. */
export function searchAddress(filters: Filters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== noFilters[name as keyof Filters]) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${routes.search}?${text}` : routes.search;
}

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

/** Whether any filter is set. */
export const isNarrowed = (filters: Filters): boolean =>
  searchAddress({ ...filters, sort: noFilters.sort }) !== routes.search;
