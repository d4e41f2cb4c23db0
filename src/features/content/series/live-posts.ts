import { memo, useEffect } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { postsAPage } from '#services/content/posts/posts.ts';
import { listSeriesPosts } from '#services/content/posts/series.ts';
import { useList } from '#state/query/hooks.ts';

export interface LivePostsProps {
  readonly id: string;
  readonly onList: (list: InfinitePages<Post>) => void;
}

/** Loads the posts of a series, page by page. Renders nothing. */
export const LivePosts = memo(function LivePosts({ id, onList }: LivePostsProps) {
  const query = useList(listSeriesPosts, { params: { id }, query: { limit: postsAPage } });
  useEffect(() => {
    const list = infiniteListOf(query);
    if (list.known || list.error) onList(list);
  }, [query, onList]);
  return null;
});
