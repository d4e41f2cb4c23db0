import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { Input, List, ListInput, Read } from '#services/http/endpoints.ts';
import { useAppStore } from '../hooks.ts';
import type { AppStore } from '../store.ts';
import { useLive } from './use-live.ts';
import type { Listed, Seen, Watch } from './watch.ts';

const loadWatchRead = () => untilLoaded(async () => (await import('./watch.ts')).watchRead);
const loadWatchList = () => untilLoaded(async () => (await import('./watch.ts')).watchList);

/**
 * What a page shows of a question: nothing yet, then what `start` reports once RTK Query's code is there. `name`
 * tells questions apart.
 */
function useWatched<Shown>(
  { name, isLive }: { readonly name: string; readonly isLive: boolean },
  start: (store: AppStore, show: (shown: Shown) => void) => Promise<Watch>,
): Shown | null {
  const store = useAppStore();
  const [shown, setShown] = useState<{ readonly name: string; readonly it: Shown } | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    void start(store, (it) => isOver || setShown({ name, it })).then((watch) => {
      stop = watch;
      if (isOver) stop();
    });
    return () => {
      isOver = true;
      stop?.();
    };
    // `start` is made anew with each rendering; what it asks is in `name`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, name, isLive]);
  return shown?.name === name ? shown.it : null;
}

interface Beginning {
  /** Asks now, whatever was sent. */
  readonly begin: () => void;
  /** Whether it has begun. */
  readonly isLive: boolean;
}

const seedKey = (route: string, input: object | null): string => `${route} ${JSON.stringify(input)}`;

/**
 * A read whose answer the server may have sent with the page, the `seed`: shows it at once, and the query's answers
 * from when they matter (see `useLive`). Loads RTK Query only then, so that a page that is just read never does.
 * Without a seed it asks at once; with null as its input, not at all.
 */
export function useSeeded<R extends RouteName>(
  endpoint: Read<R>,
  input: Input<R> | null,
  seed: ReplyOf<R> | undefined,
): Seen<ReplyOf<R>> & Beginning {
  const [isLive, begin] = useLive(seed === undefined);
  const question = { name: seedKey(endpoint.route, input), isLive: isLive && input !== null };
  const seen = useWatched<Seen<ReplyOf<R>>>(question, async (store, show) =>
    (await loadWatchRead())(store, { endpoint, input: input as Input<R> }, show),
  );
  const before = { currentData: undefined, error: undefined, isFetching: isLive, refetch: begin };
  const now = seen ?? before;
  return { ...now, currentData: now.currentData ?? seed, begin, isLive };
}

type SentPage = { readonly nextCursor?: string | null; readonly data?: object[]; readonly total?: number };

/** Whether another page follows the first one. */
function isContinued<R extends RouteName>({ options: { by, cursorIn } }: List<R>, seed: ReplyOf<R>): boolean {
  const { nextCursor, data = [], total = 0 } = seed as SentPage;
  return by === 'offset' ? data.length < total : Boolean(cursorIn ? cursorIn(seed) : nextCursor);
}

const hasRows = (listed: Listed<unknown>): boolean =>
  listed.currentData?.pages.some((page) => (page as SentPage).data?.length !== 0) ?? false;

/** Like `useSeeded`, for a list whose first page the server may have sent. */
export function useSeededList<R extends RouteName>(
  endpoint: List<R>,
  input: ListInput<R> | null,
  seed: ReplyOf<R> | undefined,
): Listed<ReplyOf<R>> & Beginning {
  const [isLive, begin] = useLive(seed === undefined);
  const wantsMore = useRef(false);
  // For the look of it; the reference is for what the watch reports.
  const [isContinuing, setContinuing] = useState(false);
  const question = { name: seedKey(endpoint.route, input), isLive: isLive && input !== null };
  const listed = useWatched<Listed<ReplyOf<R>>>(question, async (store, show) =>
    (await loadWatchList())(store, { endpoint, input: input as ListInput<R> }, (now) => {
      // In a transition, so that rendering a page of rows doesn't block input. Not without rows: what is shown instead
      // may have code of its own to load, and a transition would wait for it.
      if (hasRows(now)) startTransition(() => show(now));
      else show(now);
      if (!wantsMore.current || now.isFetching || !now.hasNextPage) return;
      wantsMore.current = false;
      void now.fetchNextPage();
    }),
  );
  const first = useMemo(
    () => ({
      currentData: seed && { pages: [seed] },
      hasNextPage: Boolean(seed && isContinued(endpoint, seed)),
    }),
    [endpoint, seed],
  );
  if (listed?.currentData || (listed && !seed)) return { ...listed, begin, isLive };
  const { error, isFetching = isLive, refetch = begin } = listed ?? {};
  const fetchNextPage = () => {
    wantsMore.current = true;
    setContinuing(true);
    // Asks again after an error.
    void refetch();
  };
  const isFetchingNextPage = isFetching && isContinuing;
  return { ...first, error, isFetching, isFetchingNextPage, refetch, fetchNextPage, begin, isLive };
}
