import { startTransition, useCallback, useState } from 'react';
import { useLive } from '#state/query/use-live.ts';
import { type TimelineKey, isSameTimeline } from './home-tabs.ts';
import type { HomeData } from './load-home.ts';
import type { Timeline } from './live-timeline.ts';

const nothingNew = { hasNewer: false, showNewer: () => undefined };

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

/** What is shown until the query has loaded. */
const before = ({
  shown,
  preloaded,
  live,
  begin,
}: {
  shown: TimelineKey;
  preloaded: HomeData['posts'] | undefined;
  live: boolean;
  begin: () => void;
}): Timeline => ({
  ...shown,
  items: preloaded?.data ?? [],
  hasMore: Boolean(preloaded?.nextCursor),
  waiting: preloaded === undefined,
  loading: live,
  error: null,
  more: begin,
  ...nothingNew,
});

/** The timeline: the posts rendered by the server, then those of the query. */
export function useTimeline(shown: TimelineKey, first: HomeData['posts'] | undefined) {
  const preloaded = first?.tab === shown.tab && first.type === shown.type ? first : undefined;
  const [live, begin] = useLive(preloaded === undefined);
  const [known, setKnown] = useState<Timeline | null>(null);
  const [head, setHead] = useState(first?.data[0]?._id ?? null);
  // In a transition, so that rendering a page of posts doesn't block input. Not for an empty list: its message
  // has code of its own to load, and a transition would wait for it.
  const takeOver = useCallback(
    (timeline: Timeline) =>
      timeline.items.length > 0 ? startTransition(() => setKnown(timeline)) : setKnown(timeline),
    [],
  );
  const timeline =
    known && isSameTimeline(known, shown)
      ? withNewer(known, head, () => setHead(null))
      : before({ shown, preloaded, live, begin });
  return { live: live || preloaded === undefined, timeline, takeOver };
}
