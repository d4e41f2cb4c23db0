import { memo, useCallback, useEffect, useState } from 'react';
import type { Post, PostType } from '#contract/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/lists/infinite-list.ts';
import { feedsApi, postsAPage, useListPostsInfiniteQuery } from '#state/api/posts.ts';
import { useWindowReturn } from '#components/community/use-window-return.ts';
import { useAppStore } from '#state/hooks.ts';

const momentOf = (feed: Post | undefined) => feed?.publishedAt ?? '';

/**
 * Whether there are posts newer than those shown. Checked when the user returns to the tab; new posts are
 * announced rather than inserted.
 */
function useNewer(
  type: PostType | null,
  newest: Post | undefined,
): readonly [newer: boolean, seen: () => void] {
  const store = useAppStore();
  const [newer, setNewer] = useState<{ type: PostType | null } | null>(null);
  const look = async (shown: Post) => {
    const { data } = await store.dispatch(
      feedsApi.endpoints.listPosts.initiate(
        { ...(type && { type }), limit: 1 },
        { subscribe: false, forceRefetch: true },
      ),
    );
    if (momentOf(data?.pages[0]?.data[0]) > momentOf(shown)) setNewer({ type });
  };
  useWindowReturn(() => newest && void look(newest));
  return [newer !== null && newer.type === type, useCallback(() => setNewer(null), [])];
}

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
