import { memo, useCallback, useEffect, useState } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { listPosts, postsAPage } from '#services/content/posts/posts.ts';
import { useList } from '#state/query/hooks.ts';
import { useWindowReturn } from '#components/content/community/use-window-return.ts';
import { useApi } from '#state/hooks.ts';
import { type TimelineKey, isSameTimeline, timelineQuery } from './home-tabs.ts';

const momentOf = (post: Post | undefined) => post?.publishedAt ?? '';

/**
 * Whether there are posts newer than those shown. Checked when the user returns to the tab; new posts are
 * announced rather than inserted.
 */
function useNewer(shown: TimelineKey, newest: Post | undefined): readonly [newer: boolean, seen: () => void] {
  const api = useApi();
  const [newer, setNewer] = useState<TimelineKey | null>(null);
  const look = async (head: Post) => {
    const page = await listPosts(api, { query: { ...timelineQuery(shown), limit: 1 } }).catch(() => null);
    if (momentOf(page?.data[0]) > momentOf(head)) setNewer(shown);
  };
  useWindowReturn(() => newest && void look(newest));
  return [newer !== null && isSameTimeline(newer, shown), useCallback(() => setNewer(null), [])];
}

/** The posts of one tab and type, as far as they have loaded. */
export interface Timeline
  extends
    TimelineKey,
    Pick<InfinitePages<Post>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'> {
  /** There are posts newer than those loaded. */
  readonly hasNewer: boolean;
  readonly showNewer: () => void;
}

export interface LiveTimelineProps extends TimelineKey {
  readonly onTimeline: (timeline: Timeline) => void;
}

/**
 * Keeps the home page's posts up to date: further pages, other tabs and types, unlocked posts, new posts. Renders
 * nothing.
 */
export const LiveTimeline = memo(function LiveTimeline({ tab, type, onTimeline }: LiveTimelineProps) {
  const query = useList(listPosts, { query: { ...timelineQuery({ tab, type }), limit: postsAPage } });
  const newest = query.currentData?.pages[0]?.data[0];
  const [hasNewer, seen] = useNewer({ tab, type }, newest);
  useEffect(() => {
    const now = infiniteListOf(query);
    const showNewer = () => {
      seen();
      void query.refetch();
    };
    if (now.known || now.error) onTimeline({ ...now, tab, type, hasNewer, showNewer });
  }, [tab, type, query, hasNewer, seen, onTimeline]);
  return null;
});
