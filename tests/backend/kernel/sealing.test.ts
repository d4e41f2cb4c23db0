import { describe, expect, test } from 'vitest';
import { open, seal } from '#backend/kernel/sealing.ts';

describe('sealing', () => {
  const about = { secret: 'a secret for tests only', purpose: 'p', about: 'record 1' };
  const unseal = async (given: typeof about & { previous?: string[] }, sealed: string) =>
    (await open(given, sealed)).plain;
  test('decrypts what it encrypted, with a different ciphertext each time', async () => {
    const [one, two] = [await seal(about, 'Grüße'), await seal(about, 'Grüße')];
    expect([await unseal(about, one), await unseal(about, two), one === two]).toEqual([
      'Grüße',
      'Grüße',
      false,
    ]);
  });
  test.each([
    ['another secret', { secret: 'another' }],
    ['another purpose', { purpose: 'q' }],
    ['another record', { about: 'record 2' }],
  ])("doesn't decrypt with %s", async (_, change) => {
    await expect(unseal({ ...about, ...change }, await seal(about, 'x'))).rejects.toThrow();
  });
  test("doesn't decrypt modified data", async () => {
    const sealed = await seal(about, 'some text that is long enough');
    const at = sealed.length - 8;
    await expect(
      unseal(about, sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)),
    ).rejects.toThrow();
    await expect(unseal(about, 'v0.AA.AA')).rejects.toThrow('not a sealed text');
  });
  test('decrypts with a previous secret, reports it, and encrypts only with the current one', async () => {
    const sealed = await seal({ ...about, secret: 'the one before' }, 'x');
    const now = { ...about, previous: ['one of long ago', 'the one before'] };
    expect([await open(now, sealed), await open(now, await seal(now, 'y'))]).toEqual([
      { plain: 'x', isCurrent: false },
      { plain: 'y', isCurrent: true },
    ]);
    await expect(
      unseal({ ...about, secret: 'the one before', previous: [] }, await seal(now, 'y')),
    ).rejects.toThrow();
    await expect(unseal({ ...now, about: 'record 2' }, sealed)).rejects.toThrow();
  });
});
