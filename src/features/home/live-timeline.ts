import { memo, useEffect } from 'react';
import type { Post, PostType } from '#contract/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/lists/infinite-list.ts';
import { postsAPage, useListPostsInfiniteQuery } from '#state/api/posts.ts';
import { useNewer } from './use-newer.ts';

/** The posts of one type (null for all), as far as they have loaded. */
export interface Timeline extends Pick<
  InfinitePages<Post>,
  'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'
> {
  readonly type: PostType | null;
  /** There are posts newer than those loaded. */
  readonly hasNewer: boolean;
  readonly showNewer: () => void;
}

export interface LiveTimelineProps {
  readonly type: PostType | null;
  readonly onTimeline: (timeline: Timeline) => void;
}

/**
 * Keeps the home page's posts up to date: further pages, other types, unlocked posts, new posts. Renders
 * nothing.
 */
export const LiveTimeline = memo(function LiveTimeline({ type, onTimeline }: LiveTimelineProps) {
  const query = useListPostsInfiniteQuery({ ...(type && { type }), limit: postsAPage });
  const newest = query.currentData?.pages[0]?.data[0];
  const [hasNewer, seen] = useNewer(type, newest);
  useEffect(() => {
    const now = infiniteListOf(query);
    const showNewer = () => {
      seen();
      void query.refetch();
    };
    if (now.known || now.error) onTimeline({ ...now, type, hasNewer, showNewer });
  }, [type, query, hasNewer, seen, onTimeline]);
  return null;
});
