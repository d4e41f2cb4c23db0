import { memo, useEffect, useMemo } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { listPosts, postsAPage } from '#services/content/posts/posts.ts';
import { getPerformer } from '#services/people/creators.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { itemsOf } from '#state/query/query-adapter.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import '#state/streams/live-counts.ts';
import { scheduledShown } from './load-streams.ts';
import type { PostsFilter } from './posts-filter.ts';

/** A creator's posts, as far as they have loaded. */
export interface Posts
  extends
    Pick<InfinitePages<Post>, 'items' | 'hasMore' | 'waiting' | 'loading' | 'error' | 'more'>,
    PostsFilter {}

export interface LiveProfileProps extends PostsFilter {
  readonly id: string;
  readonly onPerformer: (performer: Performer) => void;
  readonly onPosts: (posts: Posts) => void;
  readonly onStreams: (streams: readonly Stream[]) => void;
}

/** The creator's live stream and the scheduled ones, once both are known. */
function useStreams(performerId: string): readonly Stream[] | null {
  const { currentData: on } = useList(searchStreams, { query: { state: 'live', performerId, limit: 1 } });
  const { currentData: soon } = useList(searchStreams, {
    query: {
      state: 'scheduled',
      performerId,
      limit: scheduledShown,
    },
  });
  return useMemo(() => (on && soon ? [...itemsOf(on), ...itemsOf(soon)] : null), [on, soon]);
}

/**
 * Keeps a server-rendered profile up to date: further posts, filters, and what a purchase here or in another
 * tab unlocks. Renders nothing; it is loaded when one of these is needed, and what is on the page stays in
 * place.
 */
export const LiveProfile = memo(function LiveProfile({
  id,
  type,
  q,
  onPerformer,
  onPosts,
  onStreams,
}: LiveProfileProps) {
  const { data: performer } = useRead(getPerformer, { params: { id } });
  const query = useList(listPosts, {
    query: {
      performerId: id,
      ...(type && { type }),
      ...(q && { q }),
      limit: postsAPage,
    },
  });
  const streams = useStreams(id);
  useEffect(() => {
    if (streams) onStreams(streams);
  }, [streams, onStreams]);
  useEffect(() => {
    if (performer) onPerformer(performer);
  }, [performer, onPerformer]);
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onPosts({ ...now, type, q });
  }, [type, q, query, onPosts]);
  return null;
});
