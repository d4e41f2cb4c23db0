import {
  type Origin,
  type View,
  findOrigin,
  findSource,
  findSubject,
  hasCards,
  parseItem,
} from './view-source.ts';

/** How long something has to be in view to have been seen. */
const seenMs = 1_000;
/** How long views are gathered before they are sent. */
const gatherMs = 3_000;
const mostAtOnce = 40;

export interface WatchOptions {
  readonly send: (views: View[]) => Promise<unknown>;
  /** The Next route and the path of the page that is shown. */
  readonly page: () => { readonly pattern: string; readonly path: string };
  /** The address the site was opened at, and the page that linked to it. */
  readonly arrival: { readonly address: string; readonly referrer: string };
}
export interface Watching {
  /** Another page is shown. */
  arrived(): void;
  stop(): void;
}

/** Gathers views, each item once, and sends them in batches. Views that can't be sent are lost. */
function makeQueue(send: WatchOptions['send']) {
  const seen = new Set<string>();
  let waiting: View[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const views = waiting;
    waiting = [];
    if (views.length > 0) void send(views).catch(() => {});
  };
  return {
    add(view: View) {
      const key = `${view.kind} ${view.itemId}`;
      if (seen.has(key)) return;
      seen.add(key);
      waiting.push(view);
      if (waiting.length >= mostAtOnce) flush();
      else timer ??= setTimeout(flush, gatherMs);
    },
    flush,
  };
}

/** The item that a card shows: an item's card is an article whose first link to an item is its own. */
function itemIn(card: Element): Pick<View, 'kind' | 'itemId'> | null {
  for (const link of card.querySelectorAll('a[href]')) {
    const item = parseItem(link.getAttribute('href')?.replace(/[?#].*/, '') ?? '');
    if (item) return item;
  }
  return null;
}

/** Calls back once a card has been half visible, or has filled half the window, for a second. */
function watchCards(onSeen: (card: Element) => void): () => void {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const known = new WeakSet<Element>();
  const forget = (card: Element) => {
    clearTimeout(timers.get(card));
    timers.delete(card);
  };
  const inView = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
        const isShown =
          isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
        if (!isShown) forget(target);
        else if (!timers.has(target))
          timers.set(
            target,
            setTimeout(() => onSeen(target), seenMs),
          );
      }
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5] },
  );
  const look = () => {
    for (const card of document.querySelectorAll('#content article'))
      if (!known.has(card)) {
        known.add(card);
        inView.observe(card);
      }
  };
  let soon: ReturnType<typeof setTimeout> | undefined;
  const added = new MutationObserver(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, 300);
  });
  added.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    added.disconnect();
    inView.disconnect();
    clearTimeout(soon);
    for (const card of timers.keys()) forget(card);
  };
}

/**
 * Counts what is really seen: the item or profile whose page is open, and the cards in lists. Nothing is counted
 * while the tab is hidden.
 */
export function watchViews({ send, page, arrival }: WatchOptions): Watching {
  const queue = makeQueue(send);
  let here = page();
  let origin: Origin = findOrigin(arrival.address, arrival.referrer);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isVisible = () => document.visibilityState === 'visible';
  const open = () => {
    clearTimeout(timer);
    const subject = findSubject(here.pattern, here.path);
    if (!subject) return;
    const seen = () => {
      if (isVisible()) queue.add({ ...subject, ...origin });
      else timer = setTimeout(seen, seenMs);
    };
    timer = setTimeout(seen, seenMs);
  };
  const stopCards = watchCards((card) => {
    const item = isVisible() && hasCards(here.pattern) ? itemIn(card) : null;
    // The page's own item also stands on it as a card, and came from elsewhere.
    if (item && item.itemId !== findSubject(here.pattern, here.path)?.itemId)
      queue.add({ ...item, source: findSource(here.pattern) });
  });
  const onHidden = () => {
    if (!isVisible()) queue.flush();
  };
  document.addEventListener('visibilitychange', onHidden);
  open();
  return {
    arrived() {
      const next = page();
      if (next.path === here.path) return;
      origin = { source: findSource(here.pattern) };
      here = next;
      open();
    },
    stop() {
      document.removeEventListener('visibilitychange', onHidden);
      clearTimeout(timer);
      stopCards();
      queue.flush();
    },
  };
}
