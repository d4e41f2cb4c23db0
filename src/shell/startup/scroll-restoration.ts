import Router from 'next/router';
import { useEffect } from 'react';
import { holdView } from '#ui/layout/hold-content.ts';

/** How long a page may take to grow to its previous height, in milliseconds. */
const patienceMs = 10_000;

/**
 * A saved scroll position: the offset, and the first visible link with its distance from the top of the
 * window.
 */
interface Spot {
  readonly top: number;
  readonly link: { readonly href: string; readonly nth: number; readonly at: number } | null;
}

const linksTo = (href: string): Element[] => [
  ...document.querySelectorAll(`#content a[href="${CSS.escape(href)}"]`),
];
const topOf = (element: Element): number => element.getBoundingClientRect().top;

function spotNow(): Spot {
  const first = [...document.querySelectorAll('#content a[href]')].find(
    (link) => topOf(link) >= 0 && topOf(link) < window.innerHeight,
  );
  const href = first?.getAttribute('href');
  return {
    top: window.scrollY,
    link: first && href ? { href, nth: linksTo(href).indexOf(first), at: topOf(first) } : null,
  };
}

/**
 * How far to scroll. Uses the link if it exists, because the height of unrendered items above it is only
 * estimated.
 */
function distanceTo({ top, link }: Spot): number {
  const found = link && linksTo(link.href)[link.nth];
  return found ? topOf(found) - link.at : top - window.scrollY;
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
    return { top: typeof y === 'number' ? y : 0, link: null };
  } catch {
    return { top: 0, link: null };
  }
}

/**
 * Tracks navigation: saves the position of each page that is left, and restores it on going back or forward.
 */
function followSteps(): () => void {
  const spots = new Map<string, Spot>();
  let here = stepKey();
  let stepped = false;
  let stop = () => {};
  const onPop = () => void (stepped = true);
  // The history entry has already changed, but the old page is still rendered.
  const onStart = () => {
    stop();
    spots.set(here, spotNow());
  };
  const onArrival = () => {
    here = stepKey();
    const spot = spots.get(here) ?? savedSpot(here);
    if (stepped && spot.top > 0) stop = holdSpot(spot);
    stepped = false;
  };
  window.addEventListener('popstate', onPop);
  Router.events.on('routeChangeStart', onStart);
  Router.events.on('routeChangeComplete', onArrival);
  return () => {
    stop();
    window.removeEventListener('popstate', onPop);
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
