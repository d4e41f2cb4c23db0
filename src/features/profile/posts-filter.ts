import type { PostType } from '#contract/posts.ts';
import { typeOf } from '#components/posts/type-filter.tsx';

/** Which of a creator's posts: of one type (null: of all), with some words (empty: with any). */
export interface PostsFilter {
  readonly type: PostType | null;
  readonly q: string;
}

export const everyPost: PostsFilter = { type: null, q: '' };
export const isSameFilter = (a: PostsFilter, b: PostsFilter): boolean => a.type === b.type && a.q === b.q;

/** The filter that an address names. Under another tab than the posts' its words are that tab's. */
export const postsFilterOf = (get: (name: string) => string): PostsFilter =>
  get('tab') === '' ? { type: typeOf(get('type')), q: get('q').trim().slice(0, 100) } : everyPost;
