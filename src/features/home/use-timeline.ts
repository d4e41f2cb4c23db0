import { startTransition, useCallback, useState } from 'react';
import type { PostType } from '#contract/posts.ts';
import { useLiveRecord } from '#components/lists/use-live-record.ts';
import type { HomeData } from './load-home.ts';
import type { Timeline } from './live-timeline.ts';

const nothingNew = { hasNewer: false, showNewer: () => undefined };

/**
 * Posts newer than the one that stood first when the page came are told of, not pushed in above what somebody
 * reads.
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

/** What stands there until the state has its own pages. */
const before = ({
  type,
  early,
  live,
  begin,
}: {
  type: PostType | null;
  early: HomeData['feeds'] | undefined;
  live: boolean;
  begin: () => void;
}): Timeline => ({
  type,
  items: early?.data ?? [],
  hasMore: Boolean(early?.nextCursor),
  waiting: early === undefined,
  loading: live,
  error: null,
  more: begin,
  ...nothingNew,
});

/** The timeline: what the page came with, then the state's own pages in its place. */
export function useTimeline(type: PostType | null, first: HomeData['feeds'] | undefined) {
  const early = first?.type === type ? first : undefined;
  const [live, begin] = useLiveRecord(early === undefined);
  const [known, setKnown] = useState<Timeline | null>(null);
  const [head, setHead] = useState(first?.data[0]?._id ?? null);
  // A page of posts is drawn in slices, between which the page takes input. What stands in for none has code
  // of its own to wait for.
  const takeOver = useCallback(
    (timeline: Timeline) =>
      timeline.items.length > 0 ? startTransition(() => setKnown(timeline)) : setKnown(timeline),
    [],
  );
  const timeline =
    known?.type === type ? withNewer(known, head, () => setHead(null)) : before({ type, early, live, begin });
  return { live: live || early === undefined, timeline, takeOver };
}
