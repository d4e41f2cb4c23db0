import { useEffect } from 'react';
import type { Feed } from '#contract/feeds';
import { useGetFeedQuery } from '#state/api-feeds';

/** Keeps the post on the page up to date: what is bought here or in another tab opens at once. Draws nothing. */
export function LiveFeed({ id, onFeed }: { id: string; onFeed: (feed: Feed) => void }) {
  const { data } = useGetFeedQuery(id);
  useEffect(() => {
    if (data) onFeed(data);
  }, [data, onFeed]);
  return null;
}
