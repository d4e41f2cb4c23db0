import { memo, useEffect } from 'react';
import type { Feed, FeedType } from '#contract/feeds';
import type { Performer } from '#contract/performers';
import { type Endless, endless } from '#parts/endless';
import { useListFeedsInfiniteQuery } from '#state/api-feeds';
import { useGetPerformerQuery } from '#state/api-performers';

/** A creator's posts of one type (null: of all), as far as they are here. */
export interface Posts extends Pick<Endless<Feed>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'> {
  readonly type: FeedType | null;
}

export interface LiveProfileProps {
  readonly id: string;
  readonly type: FeedType | null;
  readonly onPerformer: (performer: Performer) => void;
  readonly onPosts: (posts: Posts) => void;
}

/**
 * Keeps a profile that came with the page up to date: further posts, one type of them, and whatever a purchase here or
 * in another tab opens. Draws nothing; it comes only when one of these is wanted, and what is on the page stays in place.
 */
export const LiveProfile = memo(function LiveProfile({ id, type, onPerformer, onPosts }: LiveProfileProps) {
  const { data: performer } = useGetPerformerQuery(id);
  const query = useListFeedsInfiniteQuery({ performerId: id, ...(type && { type }) });
  useEffect(() => {
    if (performer) onPerformer(performer);
  }, [performer, onPerformer]);
  useEffect(() => {
    const now = endless(query);
    if (now.known || now.error) onPosts({ ...now, type });
  }, [type, query, onPosts]);
  return null;
});
