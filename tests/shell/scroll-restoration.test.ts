import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScrollRestoration } from '#shell/startup/scroll-restoration.ts';
import { fakeRouter } from './fake-router.ts';

/** A page of a given height in a window of 600 px. */
let height = 0;
let grown: (() => void)[] = [];
const grow = (to: number) => {
  height = to;
  for (const tell of grown) tell();
};

beforeEach(() => {
  vi.useFakeTimers();
  grown = [];
  height = 600;
  let top = 0;
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollBy', (_left: number, by: number) => {
    top = Math.max(0, Math.min(top + by, height - 600));
    vi.stubGlobal('scrollY', top);
  });
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe() {
        grown.push(this.#tell);
      }
      disconnect() {
        grown = grown.filter((tell) => tell !== this.#tell);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  window.history.replaceState(null, '');
});

/** Goes back to a page that was left at `y`. */
function stepBack(y: number) {
  const router = fakeRouter('/feeds/1');
  const { unmount } = renderHook(() => useScrollRestoration());
  sessionStorage.setItem('__next_scroll_k1', JSON.stringify({ x: 0, y }));
  window.history.replaceState({ key: 'k1' }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
  router.arrive('/home');
  return { router, unmount };
}

describe('going back', () => {
  it('waits for a list that fills page by page', () => {
    stepBack(2_000);
    expect(window.scrollY).toBe(0);
    grow(1_500);
    expect(window.scrollY).toBe(900);
    grow(4_000);
    expect(window.scrollY).toBe(2_000);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
    'stops as soon as the person acts: %s',
    (event) => {
      stepBack(2_000);
      window.dispatchEvent(new Event(event));
      grow(4_000);
      expect(window.scrollY).toBe(0);
    },
  );

  it.each<[string, (stepped: ReturnType<typeof stepBack>) => void]>([
    ['after ten seconds', () => void vi.advanceTimersByTime(10_000)],
    ['at the next step', ({ router }) => router.arrive('/messages')],
    ['with the page', ({ unmount }) => unmount()],
  ])('gives up %s', (_, end) => {
    end(stepBack(2_000));
    grow(4_000);
    expect(window.scrollY).toBe(0);
  });
});

it('restores the link that was in view, whatever has grown above it', () => {
  const place = { first: 40, second: 300 };
  document.body.innerHTML =
    '<main id="content"><a href="/feeds/1">first</a><a href="/feeds/2">second</a></main>';
  const [first, second] = [...document.querySelectorAll('a')];
  // Distances from the top of the page.
  first!.getBoundingClientRect = () => ({ top: place.first - window.scrollY }) as DOMRect;
  second!.getBoundingClientRect = () => ({ top: place.second - window.scrollY }) as DOMRect;
  height = 2_000;
  const router = fakeRouter('/home');
  window.history.replaceState({ key: 'k2' }, '');
  renderHook(() => useScrollRestoration());
  window.scrollBy(0, 250);
  router.arrive('/feeds/2');
  window.history.replaceState({ key: 'k2' }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
  router.arrive('/home');
  place.second = 420;
  grow(2_120);
  expect(window.scrollY).toBe(370);
  document.body.innerHTML = '';
});

it('restores the item of a list that was in view, whichever items are filled', () => {
  const heights = [300, 300, 300];
  const topAt = (at: number) => heights.slice(0, at).reduce((sum, each) => sum + each, 0) - window.scrollY;
  const draw = (filled: readonly boolean[]) => {
    document.body.innerHTML = `<main id="content"><div role="list" aria-label="News">${filled
      .map(
        (full, at) =>
          `<div role="listitem" aria-posinset="${at + 1}">${full ? '<a href="/lena">Lena</a>' : ''}</div>`,
      )
      .join('')}</div></main>`;
    document.querySelectorAll('[role=listitem]').forEach((item, at) => {
      item.getBoundingClientRect = () =>
        ({ top: topAt(at), bottom: topAt(at) + (heights[at] ?? 0) }) as DOMRect;
    });
  };
  draw([true, true, true]);
  height = 2_000;
  const router = fakeRouter('/home');
  window.history.replaceState({ key: 'k3' }, '');
  renderHook(() => useScrollRestoration());
  window.scrollBy(0, 650);
  router.arrive('/feeds/2');
  window.history.replaceState({ key: 'k3' }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
  // Only the first two are filled again so far, and the first has become higher.
  draw([true, true, false]);
  router.arrive('/home');
  heights[0] = 420;
  grow(2_120);
  expect(window.scrollY).toBe(770);
  document.body.innerHTML = '';
});

it('knows of a step back before the router, which may arrive at once', () => {
  const router = fakeRouter('/feeds/1');
  // The router listens first.
  const step = () => router.arrive('/home');
  window.addEventListener('popstate', step);
  renderHook(() => useScrollRestoration());
  sessionStorage.setItem('__next_scroll_k4', JSON.stringify({ x: 0, y: 2_000 }));
  window.history.replaceState({ key: 'k4' }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
  grow(4_000);
  expect(window.scrollY).toBe(2_000);
  window.removeEventListener('popstate', step);
});

it('going forward starts where the router puts it', () => {
  const router = fakeRouter('/home');
  renderHook(() => useScrollRestoration());
  sessionStorage.setItem('__next_scroll_k1', JSON.stringify({ x: 0, y: 2_000 }));
  window.history.replaceState({ key: 'k1' }, '');
  router.arrive('/feeds/1');
  grow(4_000);
  expect(window.scrollY).toBe(0);
});

it('a reload is left to the browser', () => {
  renderHook(() => useScrollRestoration());
  window.dispatchEvent(new Event('pagehide'));
  expect(window.history.scrollRestoration).toBe('auto');
  window.dispatchEvent(new Event('pageshow'));
  expect(window.history.scrollRestoration).toBe('manual');
});
