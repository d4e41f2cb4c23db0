import { useCallback, useState } from 'react';
import type { Feed, FeedType } from '#contract/feeds';
import { useReturn } from '#parts/use-return';
import { feedsApi } from '#state/api-feeds';
import { useAppStore } from '#state/hooks';

const momentOf = (feed: Feed | undefined) => feed?.publishedAt ?? '';

/** Are there posts newer than the newest one shown? Looked up when the person comes back, told rather than pushed in. */
export function useNewer(
  type: FeedType | null,
  newest: Feed | undefined,
): readonly [newer: boolean, seen: () => void] {
  const store = useAppStore();
  const [newer, setNewer] = useState<{ type: FeedType | null } | null>(null);
  const look = async (shown: Feed) => {
    const { data } = await store.dispatch(
      feedsApi.endpoints.listFeeds.initiate(
        { ...(type && { type }), limit: 1 },
        { subscribe: false, forceRefetch: true },
      ),
    );
    if (momentOf(data?.pages[0]?.data[0]) > momentOf(shown)) setNewer({ type });
  };
  useReturn(() => newest && void look(newest));
  return [newer !== null && newer.type === type, useCallback(() => setNewer(null), [])];
}
