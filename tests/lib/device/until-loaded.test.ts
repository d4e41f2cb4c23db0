import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { missingCode } from '#lib/device/missing-code.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  missingCode.retry();
});

const missing = () =>
  Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });

/** Code that arrives with the given attempt. */
function arrivesAt(attempt: number) {
  const made = { tries: 0 };
  const load = async () => {
    made.tries += 1;
    if (made.tries < attempt) throw missing();
    return 'code';
  };
  return { made, load };
}

test('code that fails to load is requested again, at growing intervals, until it loads', async () => {
  const { made, load } = arrivesAt(5);
  const loaded = untilLoaded(load);
  const at: number[] = [];
  for (let second = 0; second <= 16; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    at.push(made.tries);
  }
  expect(await loaded).toBe('code');
  expect([at[0], at[2], at[6], at[14]]).toEqual([2, 3, 4, 5]);
});

test('what is missing is said within ten seconds, and no longer once it is there', async () => {
  const { load } = arrivesAt(5);
  const loaded = untilLoaded(load);
  expect(missingCode.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(8_100);
  expect(missingCode.read()).toBe('late');
  await vi.advanceTimersByTimeAsync(8_000);
  await loaded;
  expect(missingCode.read()).toBeNull();
});

test('a request without an answer is said, too', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const loaded = untilLoaded(() => promise);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(missingCode.read()).toBe('late');
  resolve('code');
  await loaded;
  expect(missingCode.read()).toBeNull();
});

test('it isn’t requested on and on: after some attempts only when the person says so', async () => {
  const { made, load } = arrivesAt(9);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([made.tries, missingCode.read()]).toEqual([7, 'late']);
  missingCode.retry();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([await loaded, made.tries, missingCode.read()]).toEqual(['code', 9, null]);
});

test('an error of the code itself is thrown at once', async () => {
  let tries = 0;
  const broken = untilLoaded(async () => {
    tries += 1;
    throw new TypeError('x is not a function');
  });
  await expect(broken).rejects.toThrow('x is not a function');
  expect([tries, missingCode.read()]).toEqual([1, null]);
});
