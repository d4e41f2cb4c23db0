import { memo, useEffect } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { listTagged } from '#services/across/search/tags.ts';
import { postsAPage } from '#services/content/posts/posts.ts';
import { useList } from '#state/query/hooks.ts';

export interface LiveTaggedProps {
  readonly tag: string;
  readonly onList: (list: InfinitePages<Post>) => void;
}

/** Loads the posts with a tag, page by page. Renders nothing. */
export const LiveTagged = memo(function LiveTagged({ tag, onList }: LiveTaggedProps) {
  const query = useList(listTagged, { params: { tag }, query: { limit: postsAPage } });
  useEffect(() => {
    const list = infiniteListOf(query);
    if (list.known || list.error) onList(list);
  }, [query, onList]);
  return null;
});
