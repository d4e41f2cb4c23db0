import Router from 'next/router';
import { useEffect } from 'react';
import { holdView } from '#ui/layout/hold-content.ts';

/** How long a page may take to grow to where it was left. */
const patienceMs = 10_000;

/**
 * Where a page was left: how far it was scrolled, and the first link in view with its distance from the top
 * of the window.
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
 * How far to scroll. By the link where it is there: above it, items that were never drawn only have an
 * estimated height.
 */
function distanceTo({ top, link }: Spot): number {
  const found = link && linksTo(link.href)[link.nth];
  return found ? topOf(found) - link.at : top - window.scrollY;
}

/** Scrolls to the spot, and again as the page grows: what is loaded late makes it tall enough. */
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

/** The router's name for a step of the history. */
const stepKey = (): string => (window.history.state as { key?: string } | null)?.key ?? '';

/**
 * How far the router has kept a step scrolled (`experimental.scrollRestoration`): all that is known after a
 * reload.
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
 * Follows the steps of the history: keeps each page's spot as it is left, and leads there when it is stepped
 * back to.
 */
function followSteps(): () => void {
  const spots = new Map<string, Spot>();
  let here = stepKey();
  let stepped = false;
  let stop = () => {};
  const onPop = () => void (stepped = true);
  // A step has changed the history's state by now; the page is still the one that is left.
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
 * Going back or forward leads to where one was on that page. The router scrolls there at once; this waits for
 * lists that fill later. A reload, and coming back from another site, is the browser's own to restore.
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
