// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle, whenLoaded } from '#lib/when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('runs when the page has loaded and the browser is idle', () => {
  const idle = vi.fn((run: () => void) => run());
  vi.stubGlobal('requestIdleCallback', idle);
  const run = vi.fn();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  whenIdle(run);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  expect([idle.mock.calls.length, run.mock.calls.length]).toEqual([1, 1]);
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  whenIdle(run);
  expect(run).toHaveBeenCalledTimes(2);
});

it('can be canceled', () => {
  const idle = vi.fn();
  vi.stubGlobal('requestIdleCallback', idle);
  const run = vi.fn();
  whenIdle(run)();
  idle.mock.lastCall?.[0]();
  expect(run).not.toHaveBeenCalled();
});

it('runs on load, once, or when that takes too long', () => {
  vi.useFakeTimers();
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const [loaded, late, after] = [vi.fn(), vi.fn(), vi.fn()];
  whenLoaded(loaded);
  window.dispatchEvent(new Event('load'));
  whenLoaded(late, 100);
  vi.advanceTimersByTime(5_000);
  state.mockReturnValue('complete');
  whenLoaded(after);
  expect([loaded, late, after].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  vi.useRealTimers();
});
