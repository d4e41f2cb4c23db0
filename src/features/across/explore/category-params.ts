import type { PerformerRow } from '#contract/people/creators.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Api } from '#services/http/api.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { listPosts } from '#services/content/posts/posts.ts';

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

export interface CategoryData {
  /** What the rest was loaded for. */
  readonly params: CategoryParams;
  readonly creators?: { readonly data: readonly PerformerRow[]; readonly total: number };
  readonly posts?: { readonly data: readonly Post[]; readonly nextCursor?: string | null | undefined };
}

/** Loads the first creators or posts of the category. */
export async function loadCategory({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<CategoryData> {
  const params = categoryParams((name) => query[name] ?? '');
  return params.tab === 'posts'
    ? { params, posts: await listPosts(api, { query: postsQuery(params) }) }
    : { params, creators: await searchPerformers(api, { query: creatorsQuery(params) }) };
}
