import { memo, useEffect } from 'react';
import type { PerformerRow } from '#contract/people/creators.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { useList } from '#state/query/hooks.ts';
import { type CategoryParams, creatorsQuery, postsQuery } from './category-params.ts';

/** A list for what the URL asks, as far as it has loaded. */
export interface Found<T> extends InfinitePages<T> {
  readonly params: CategoryParams;
}
export interface LiveProps<T> {
  readonly params: CategoryParams;
  readonly onFound: (found: Found<T>) => void;
}

/** Loads the creators of a category page by page. Renders nothing. */
export const LiveCreators = memo(function LiveCreators({ params, onFound }: LiveProps<PerformerRow>) {
  const query = useList(searchPerformers, { query: creatorsQuery(params) });
  useEffect(() => {
    const list = infiniteListOf(query);
    if (list.known || list.error) onFound({ ...list, params });
  }, [params, query, onFound]);
  return null;
});

/** Loads the posts of a category page by page. Renders nothing. */
export const LivePosts = memo(function LivePosts({ params, onFound }: LiveProps<Post>) {
  const query = useList(listPosts, { query: postsQuery(params) });
  useEffect(() => {
    const list = infiniteListOf(query);
    if (list.known || list.error) onFound({ ...list, params });
  }, [params, query, onFound]);
  return null;
});
