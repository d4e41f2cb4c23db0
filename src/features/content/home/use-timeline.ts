import { useState } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { useWindowReturn } from '#components/content/community/use-window-return.ts';
import { listPosts, postsAPage } from '#services/content/posts/posts.ts';
import { useApi } from '#state/hooks.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { type TimelineKey, isSameTimeline, timelineQuery } from './home-tabs.ts';

/** The newest posts of a tab and a type, as the server sent them. */
export interface SentPosts extends TimelineKey {
  readonly first: ReplyOf<'GET /user/feeds'>;
}

/** The posts of one tab and type, as far as they have loaded. */
export interface Timeline extends InfinitePages<Post> {
  /** There are posts newer than those shown. */
  readonly hasNewer: boolean;
  readonly showNewer: () => void;
}

const publishedTime = (post: Post | undefined) => post?.publishedAt ?? '';

/**
 * Whether there are posts newer than those shown. Checked when the user returns to the tab; new posts are
 * announced rather than inserted.
 */
function useNewer(shown: TimelineKey, newest: Post | undefined): readonly [newer: boolean, seen: () => void] {
  const api = useApi();
  const [newer, setNewer] = useState<TimelineKey | null>(null);
  const look = async (head: Post) => {
    const page = await listPosts(api, { query: { ...timelineQuery(shown), limit: 1 } }).catch(() => null);
    if (publishedTime(page?.data[0]) > publishedTime(head)) setNewer(shown);
  };
  useWindowReturn(() => newest && void look(newest));
  return [newer !== null && isSameTimeline(newer, shown), () => setNewer(null)];
}

/**
 * Posts newer than the first one rendered are announced rather than inserted above what the user is reading.
 */
function withNewer(timeline: Timeline, head: string | null, release: () => void): Timeline {
  const at = head === null ? 0 : timeline.items.findIndex(({ _id }) => _id === head);
  if (at > 0) return { ...timeline, items: timeline.items.slice(at), hasNewer: true, showNewer: release };
  const showNewer = () => {
    release();
    timeline.showNewer();
  };
  return { ...timeline, showNewer };
}

/** The posts sent by the server, then those of the query. */
function usePosts(shown: TimelineKey, first: SentPosts['first'] | undefined) {
  const query = useSeededList(listPosts, { query: { ...timelineQuery(shown), limit: postsAPage } }, first);
  const list = toInfinitePages(query);
  const page = query.currentData?.pages[0];
  const refetch = () => void query.refetch();
  // The server sent fewer than a page has, so that the first page already goes on.
  return first !== undefined && page === first
    ? { list: { ...list, loading: query.isFetching, more: refetch }, newest: undefined, refetch }
    : { list, newest: page?.data[0], refetch };
}

/** The timeline of a tab and a type; `sent` is the one that the page came with. */
export function useTimeline(shown: TimelineKey, sent: SentPosts | undefined): Timeline {
  const isOfPage = sent !== undefined && isSameTimeline(sent, shown);
  const { list, newest, refetch } = usePosts(shown, isOfPage ? sent.first : undefined);
  const [head, setHead] = useState(sent?.first.data[0]?._id ?? null);
  const [hasNewer, seen] = useNewer(shown, newest);
  const showNewer = () => {
    seen();
    refetch();
  };
  return withNewer({ ...list, hasNewer, showNewer }, head, () => setHead(null));
}
