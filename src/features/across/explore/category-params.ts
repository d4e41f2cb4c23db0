/** Divisible by one, two and three columns. */
const creatorsAPage = 24;
const postsAPage = 10;

export const tabs = [
  { key: 'creators', label: 'Creators' },
  { key: 'posts', label: 'Posts' },
] as const;
export type CategoryTab = (typeof tabs)[number]['key'];

export const sorts = [
  { key: 'popular', label: 'Most followed' },
  { key: 'newest', label: 'Newest' },
  { key: 'price', label: 'Lowest price' },
] as const;
export type CategorySort = (typeof sorts)[number]['key'];

/** What the URL asks for; invalid values are ignored. */
export interface CategoryParams {
  readonly category: string;
  readonly tab: CategoryTab;
  readonly sort: CategorySort;
}
export function categoryParams(get: (name: string) => string): CategoryParams {
  return {
    category: get('category').trim().toLowerCase().slice(0, 40),
    tab: tabs.find(({ key }) => key === get('tab'))?.key ?? 'creators',
    sort: sorts.find(({ key }) => key === get('sort'))?.key ?? 'popular',
  };
}
export const creatorsQuery = ({ category, sort }: CategoryParams) => ({
  category,
  sort,
  limit: creatorsAPage,
});
export const postsQuery = ({ category }: CategoryParams) => ({ category, limit: postsAPage });
