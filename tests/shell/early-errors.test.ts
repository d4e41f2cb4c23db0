import { afterEach, expect, it, vi } from 'vitest';
import { collectErrors, whenIdle } from '#shell/early-errors';

afterEach(() => void vi.unstubAllGlobals());

const fail = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error, message: 'plain' }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('keeps what goes wrong until somebody takes it, and no longer', () => {
  const early = collectErrors(window);
  const [one, two] = [new Error('one'), new Error('two')];
  fail(one);
  reject(two);
  fail(null);
  expect(early.take()).toEqual([one, two, 'plain']);
  reject(new Error('late'));
  expect(early.take()).toEqual([]);
});

it('keeps no more than twenty', () => {
  const early = collectErrors(window);
  for (let count = 0; count < 50; count++) reject(count);
  expect(early.take()).toHaveLength(20);
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
