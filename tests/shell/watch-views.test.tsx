import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchViews } from '#shell/views/watch-views.ts';

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`;
interface Observed {
  readonly callback: IntersectionObserverCallback;
  readonly targets: Element[];
}
let observed: Observed;
const send = vi.fn(async (_views: unknown) => null);
let page = { pattern: '/home', path: '/home' };
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  send.mockClear();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        observed = { callback, targets: [] };
      }
      observe(target: Element) {
        observed.targets.push(target);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const begin = (address = 'https://limelight.test/home') =>
  watchViews({ send, page: () => page, arrival: { address, referrer: '' } });
const show = (target: Element, intersectionRatio: number) =>
  observed.callback(
    [
      {
        target,
        isIntersecting: intersectionRatio > 0,
        intersectionRatio,
        intersectionRect: { height: 10 },
      } as IntersectionObserverEntry,
    ],
    {} as IntersectionObserver,
  );
const cards = (...numbers: number[]) => {
  document.body.innerHTML = `<main id="content">${numbers.map((n) => `<article><a href="/cleo">Cleo</a><a href="/feeds/${id(n)}">1 h</a><a href="/feeds/${id(9)}">in the text</a></article>`).join('')}</main>`;
};

test('a card counts once it has been half visible for a second; batches are sent', () => {
  page = { pattern: '/home', path: '/home' };
  cards(1, 2, 3);
  const watching = begin();
  const [first, second, third] = observed.targets as [Element, Element, Element];
  show(first, 0.6);
  show(second, 0.4);
  show(third, 1);
  vi.advanceTimersByTime(600);
  show(third, 0.1);
  vi.advanceTimersByTime(600);
  show(first, 0);
  show(first, 1);
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[[{ kind: 'feed', itemId: id(1), source: 'home' }]]]);
  watching.stop();
});

test('a page counts after a second, by where its reader came from; nothing while the tab is hidden', () => {
  page = { pattern: '/[profileId]', path: '/cleo' };
  const watching = begin('https://limelight.test/cleo?ref=news');
  visibility = 'hidden';
  vi.advanceTimersByTime(20_000);
  expect(send).not.toHaveBeenCalled();
  visibility = 'visible';
  vi.advanceTimersByTime(5_000);
  page = { pattern: '/videos/[id]', path: `/videos/${id(4)}` };
  watching.arrived();
  vi.advanceTimersByTime(1_500);
  // Leaving the tab sends what was gathered.
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send.mock.calls).toEqual([
    [[{ kind: 'profile', itemId: 'cleo', source: 'link', ref: 'news' }]],
    [[{ kind: 'video', itemId: id(4), source: 'profile' }]],
  ]);
  watching.stop();
});

test('a page that is left at once doesn’t count, and its own card isn’t another view', () => {
  page = { pattern: '/feeds/[id]', path: `/feeds/${id(1)}` };
  cards(1);
  const watching = begin('https://limelight.test/home');
  show(observed.targets[0] as Element, 1);
  vi.advanceTimersByTime(500);
  page = { pattern: '/home', path: '/home' };
  watching.arrived();
  document.body.innerHTML = '';
  vi.advanceTimersByTime(300);
  page = { pattern: '/feeds/[id]', path: `/feeds/${id(1)}` };
  watching.arrived();
  vi.advanceTimersByTime(10_000);
  expect(send.mock.calls).toEqual([[[{ kind: 'feed', itemId: id(1), source: 'home' }]]]);
  watching.stop();
});
