import Router from 'next/router';
import { useEffect } from 'react';
import { historySteps } from '#lib/device/history-steps.ts';
import { holdView } from '#ui/layout/hold-content.ts';

/** How long a page may take to grow to its previous height, in milliseconds. */
const patienceMs = 10_000;

/** Something of the page that can be found again, and its distance from the top of the window. */
interface Anchor {
  readonly selector: string;
  /** Which of those that match. */
  readonly nth: number;
  readonly at: number;
}

/** A saved scroll position: the offset, and what stood at the top of the window. */
interface Spot {
  readonly top: number;
  readonly anchor: Anchor | null;
}

const measureTop = (element: Element): number => element.getBoundingClientRect().top;

/**
 * An item of a long list by its place, because items away from the window are empty boxes: a link can stand in
 * several, and which one it was can't be told when only some of them are filled.
 */
const itemSelector = '#content [role="list"] > [role="listitem"][aria-posinset]';
function visibleItem(): Anchor | null {
  const item = [...document.querySelectorAll(itemSelector)].find((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  const list = item?.parentElement?.getAttribute('aria-label');
  return item
    ? {
        selector: `#content [role="list"][aria-label="${CSS.escape(list ?? '')}"] > [aria-posinset="${item.getAttribute('aria-posinset')}"]`,
        nth: 0,
        at: measureTop(item),
      }
    : null;
}

function visibleLink(): Anchor | null {
  const link = [...document.querySelectorAll('#content a[href]')].find(
    (each) => measureTop(each) >= 0 && measureTop(each) < window.innerHeight,
  );
  if (!link) return null;
  const selector = `#content a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  return { selector, nth: [...document.querySelectorAll(selector)].indexOf(link), at: measureTop(link) };
}

const spotNow = (): Spot => ({ top: window.scrollY, anchor: visibleItem() ?? visibleLink() });

/**
 * How far to scroll. Uses the anchor if it is there, because the height of what isn't rendered above it is only
 * estimated.
 */
function distanceTo({ top, anchor }: Spot): number {
  const found = anchor && document.querySelectorAll(anchor.selector)[anchor.nth];
  return found ? measureTop(found) - anchor.at : top - window.scrollY;
}

/** Scrolls to the position, and again as the page grows while content loads. */
function holdSpot(spot: Spot): () => void {
  const release = holdView(() => {
    const distance = distanceTo(spot);
    if (Math.abs(distance) > 1) window.scrollBy(0, distance);
  });
  const timer = setTimeout(release, patienceMs);
  return () => {
    clearTimeout(timer);
    release();
  };
}

/** The router's key of a history entry. */
const stepKey = (): string => (window.history.state as { key?: string } | null)?.key ?? '';

/**
 * The offset that the router saved for a history entry (`experimental.scrollRestoration`), which is all that
 * remains after a reload.
 */
function savedSpot(key: string): Spot {
  try {
    const { y } = JSON.parse(sessionStorage.getItem(`__next_scroll_${key}`) ?? '{}') as { y?: unknown };
    return { top: typeof y === 'number' ? y : 0, anchor: null };
  } catch {
    return { top: 0, anchor: null };
  }
}

/**
 * Tracks navigation: saves the position of each page that is left, and restores it on going back or forward.
 */
function followSteps(): () => void {
  const spots = new Map<string, Spot>();
  let here = stepKey();
  let seen = historySteps();
  let stop = () => {};
  // The history entry has already changed, but the old page is still rendered.
  const onStart = () => {
    stop();
    spots.set(here, spotNow());
  };
  const onArrival = () => {
    here = stepKey();
    const spot = spots.get(here) ?? savedSpot(here);
    if (historySteps() !== seen && spot.top > 0) stop = holdSpot(spot);
    seen = historySteps();
  };
  Router.events.on('routeChangeStart', onStart);
  Router.events.on('routeChangeComplete', onArrival);
  return () => {
    stop();
    Router.events.off('routeChangeStart', onStart);
    Router.events.off('routeChangeComplete', onArrival);
  };
}

/**
 * Restores the scroll position on going back or forward. The router scrolls at once; this also waits for
 * lists that fill later. After a reload, or on returning from another site, the browser restores it.
 */
export function useScrollRestoration(): void {
  useEffect(() => {
    const unfollow = followSteps();
    const letBrowser = () => void (window.history.scrollRestoration = 'auto');
    const takeOver = () => void (window.history.scrollRestoration = 'manual');
    window.addEventListener('pagehide', letBrowser);
    window.addEventListener('pageshow', takeOver);
    return () => {
      unfollow();
      window.removeEventListener('pagehide', letBrowser);
      window.removeEventListener('pageshow', takeOver);
    };
  }, []);
}
