import { useCallback, useEffect, useRef, useState } from 'react';
import type { Feed, FeedType } from '#contract/feeds';
import { feedsApi } from '#state/api-feeds';
import { useAppStore } from '#state/hooks';

/** After this long out of sight, coming back is a reason to look for new posts. */
const longAway = 60_000;

const momentOf = (feed: Feed | undefined) => feed?.publishedAt ?? '';

/** Are there posts newer than the newest one shown? Looked up when the person comes back, told rather than pushed in. */
export function useNewer(type: FeedType | null, newest: Feed | undefined): readonly [newer: boolean, seen: () => void] {
  const store = useAppStore();
  const [newer, setNewer] = useState(false);
  const shown = useRef(newest);
  useEffect(() => {
    shown.current = newest;
  });
  useEffect(() => {
    let left = Date.now();
    const look = async () => {
      const { data } = await store.dispatch(feedsApi.endpoints.listFeeds.initiate({ ...(type && { type }), limit: 1 }, { subscribe: false, forceRefetch: true }));
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
