import type { PostType } from '#contract/content/posts/posts.ts';
import { parsePostType } from '#components/content/posts/type-filter.tsx';

/** Filters of a creator's posts: a type (null for all) and search terms (empty for none). */
export interface PostsFilter {
  readonly type: PostType | null;
  readonly q: string;
}

export const everyPost: PostsFilter = { type: null, q: '' };
export const isSameFilter = (a: PostsFilter, b: PostsFilter): boolean => a.type === b.type && a.q === b.q;

/** The filters in the URL. On other tabs the search terms belong to that tab. */
export const parsePostsFilter = (get: (name: string) => string): PostsFilter =>
  get('tab') === '' ? { type: parsePostType(get('type')), q: get('q').trim().slice(0, 100) } : everyPost;

/** Asks for a creator's posts that match a filter. */
export const postsQuery = (performerId: string, { type, q }: PostsFilter) => ({
  performerId,
  ...(type && { type }),
  ...(q && { q }),
});
