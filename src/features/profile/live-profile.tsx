import { memo, useEffect } from 'react';
import type { Feed, FeedType } from '#contract/feeds';
import type { Performer } from '#contract/performers';
import { type Endless, endless } from '#parts/endless';
import { postsAPage, useListFeedsInfiniteQuery } from '#state/api-feeds';
import { useGetPerformerQuery } from '#state/api-performers';

/** Which of a creator's posts: of one type (null: of all), with some words (empty: with any). */
export interface PostsFilter {
  readonly type: FeedType | null;
  readonly q: string;
}
/** A creator's posts, as far as they are here. */
export interface Posts
  extends Pick<Endless<Feed>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'>, PostsFilter {}

export interface LiveProfileProps extends PostsFilter {
  readonly id: string;
  readonly onPerformer: (performer: Performer) => void;
  readonly onPosts: (posts: Posts) => void;
}

/**
 * Keeps a profile that came with the page up to date: further posts, one type of them, and whatever a purchase here or
 * in another tab opens. Draws nothing; it comes only when one of these is wanted, and what is on the page stays in place.
 */
export const LiveProfile = memo(function LiveProfile({
  id,
  type,
  q,
  onPerformer,
  onPosts,
}: LiveProfileProps) {
  const { data: performer } = useGetPerformerQuery(id);
  const query = useListFeedsInfiniteQuery({
    performerId: id,
    ...(type && { type }),
    ...(q && { q }),
    limit: postsAPage,
  });
  useEffect(() => {
    if (performer) onPerformer(performer);
  }, [performer, onPerformer]);
  useEffect(() => {
    const now = endless(query);
    if (now.known || now.error) onPosts({ ...now, type, q });
  }, [type, q, query, onPosts]);
  return null;
});
