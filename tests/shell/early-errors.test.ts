import { expect, it } from 'vitest';
import { collectErrors } from '#shell/startup/early-errors.ts';

const fail = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error, message: 'plain' }));
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('keeps errors until they are taken', () => {
  const early = collectErrors(window);
  const [one, two] = [new Error('one'), new Error('two')];
  fail(one);
  reject(two);
  fail(null);
  expect(early.take()).toEqual([one, two, 'plain']);
  reject(new Error('late'));
  expect(early.take()).toEqual([]);
});

it('keeps at most twenty', () => {
  const early = collectErrors(window);
  for (let count = 0; count < 50; count++) reject(count);
  expect(early.take()).toHaveLength(20);
});
