import { useCallback, useState } from 'react';
import type { Post, PostType } from '#contract/posts.ts';
import { useWindowReturn } from '#components/community/use-window-return.ts';
import { feedsApi } from '#state/api/posts.ts';
import { useAppStore } from '#state/hooks.ts';

const momentOf = (feed: Post | undefined) => feed?.publishedAt ?? '';

/**
 * Whether there are posts newer than those shown. Checked when the user returns to the tab; new posts are
 * announced rather than inserted.
 */
export function useNewer(
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
