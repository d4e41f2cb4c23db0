import { memo, useEffect } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { useListSeriesPostsInfiniteQuery } from '#state/api/post-series/reading.ts';
import { postsAPage } from '#state/api/posts.ts';

export interface LivePostsProps {
  readonly id: string;
  readonly onList: (list: InfinitePages<Post>) => void;
}

/** Loads the posts of a series, page by page. Renders nothing. */
export const LivePosts = memo(function LivePosts({ id, onList }: LivePostsProps) {
  const query = useListSeriesPostsInfiniteQuery({ id, limit: postsAPage });
  useEffect(() => {
    const list = infiniteListOf(query);
    if (list.known || list.error) onList(list);
  }, [query, onList]);
  return null;
});
