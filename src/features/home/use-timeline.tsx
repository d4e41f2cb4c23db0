import { useCallback, useEffect, useRef, useState } from 'react';
import type { Feed, FeedType } from '#contract/feeds';
import { endless } from '#parts/endless';
import { feedsApi, useListFeedsInfiniteQuery } from '#state/api-feeds';
import { useAppStore } from '#state/hooks';
import type { HomeData } from './load.tsx';

/** After this long out of sight, coming back is a reason to look for new posts. */
const longAway = 60_000;

const filterOf = (type: FeedType | null) => (type ? { type } : {});
const momentOf = (feed: Feed | undefined) => feed?.publishedAt ?? '';

/** Are there posts newer than the newest one shown? Looked up when the person comes back, told rather than pushed in. */
function useNewer(type: FeedType | null, newest: Feed | undefined): readonly [boolean, () => void] {
  const store = useAppStore();
  const [newer, setNewer] = useState(false);
  const shown = useRef(newest);
  useEffect(() => {
    shown.current = newest;
  });
  useEffect(() => {
    let left = Date.now();
    const look = async () => {
      const request = store.dispatch(feedsApi.endpoints.listFeeds.initiate({ ...filterOf(type), limit: 1 }, { subscribe: false, forceRefetch: true }));
      const { data } = await request;
      if (momentOf(data?.pages[0]?.data[0]) > momentOf(shown.current)) setNewer(true);
    };
    const changed = () => {
      if (document.visibilityState === 'hidden') left = Date.now();
      else if (shown.current && Date.now() - left > longAway) void look();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [store, type]);
  return [newer, useCallback(() => setNewer(false), [])];
}

/** The timeline: what the page came with, then the state's own pages in its place. */
export function useTimeline(type: FeedType | null, first: HomeData['feeds'] | undefined) {
  const query = useListFeedsInfiniteQuery(filterOf(type));
  const now = endless(query);
  const early = now.known || first?.type !== type ? undefined : first;
  const feeds = early?.data ?? now.items;
  const [hasNewer, seen] = useNewer(type, feeds[0]);
  const showNewer = () => {
    seen();
    void query.refetch();
  };
  return { ...now, feeds, hasMore: early ? Boolean(early.nextCursor) : now.hasMore, hasNewer, showNewer };
}
