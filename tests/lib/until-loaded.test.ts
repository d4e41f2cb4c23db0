import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from '#lib/until-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('code that fails to load is requested again, at growing intervals, until it loads', async () => {
  let tries = 0;
  const loaded = untilLoaded(async () => {
    tries += 1;
    if (tries < 6) throw new Error('offline');
    return 'code';
  });
  const at: number[] = [];
  for (let second = 0; second <= 40; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    at.push(tries);
  }
  expect(await loaded).toBe('code');
  expect([at[0], at[2], at[6], at[14], at[24]]).toEqual([2, 3, 4, 5, 6]);
});
