import { startTransition, useCallback, useState } from 'react';
import type { FeedType } from '#contract/feeds';
import { useLive } from '#parts/use-live';
import type { HomeData } from './load.tsx';
import type { Timeline } from './live-timeline.tsx';

const nothingNew = { hasNewer: false, showNewer: () => undefined };

/** The timeline: what the page came with, then the state's own pages in its place. */
export function useTimeline(type: FeedType | null, first: HomeData['feeds'] | undefined) {
  const early = first?.type === type ? first : undefined;
  const [live, begin] = useLive(early === undefined);
  const [known, setKnown] = useState<Timeline | null>(null);
  // A page of posts is drawn in slices, between which the page takes input. What stands in for none has code of its own to wait for.
  const takeOver = useCallback(
    (timeline: Timeline) =>
      timeline.items.length > 0 ? startTransition(() => setKnown(timeline)) : setKnown(timeline),
    [],
  );
  const waiting: Timeline = {
    type,
    items: early?.data ?? [],
    hasMore: Boolean(early?.nextCursor),
    waiting: early === undefined,
    loading: live,
    error: null,
    more: begin,
    ...nothingNew,
  };
  return { live: live || early === undefined, timeline: known?.type === type ? known : waiting, takeOver };
}
