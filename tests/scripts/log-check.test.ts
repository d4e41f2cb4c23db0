import { expect, test } from 'vitest';

interface Leak {
  readonly kind: string;
  readonly line: string;
}
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly wrong: readonly { readonly name: string; readonly message: string }[];
}
const { checkLog, logOutcome } = (await import(
  new URL('../../scripts/log-check.mjs', import.meta.url).href
)) as {
  checkLog(log: string, secrets: string): { counts: Record<string, number>; leaks: Leak[] };
  logOutcome(log: string, secrets: string, how: { isWhole: boolean }): Outcome;
};

const secrets = [
  ['token', 'tok-3f9c2a77b1d84e0c'],
  ['email address', 'Fay.Fan@example.com'],
  ['password', 'correct horse'],
  ['text', 'Between “us” & nobody else'],
  ['text', 'short'],
  ['password', 'limelight'],
]
  .map((secret) => JSON.stringify(secret))
  .join('\n');

test('a clean log is clean, and what was looked for is counted', () => {
  const log =
    '2026-03-02T09:00:00.000Z warn A request failed {"route":"POST /auth/login"}\npassword limelight';
  expect(checkLog(log, secrets)).toEqual({
    counts: { token: 1, 'email address': 1, password: 1, text: 1 },
    leaks: [],
  });
});

test.each([
  ['token', 'GET /a?token=tok-3f9c2a77b1d84e0c'],
  ['email address', '{"to":"fay.fan@example.com"}'],
  ['email address', 'someone.else@limelight.dev wrote'],
  ['password', '/a?p=correct%20horse'],
  ['text', JSON.stringify({ text: 'Between “us” & nobody else' })],
  ['text', `/a?q=${encodeURIComponent('Between “us” & nobody else')}`],
])('a %s in “%s” is found', (kind, line) =>
  expect(checkLog(`fine\n${line}\nfine`, secrets).leaks[0]).toEqual({ kind, line }),
);

test('a whole run must have used many of each, or nothing was looked for', () => {
  expect(logOutcome('ready  http://localhost', secrets, { isWhole: false })).toMatchObject({
    passed: 1,
    failed: 0,
  });
  const { failed, wrong } = logOutcome('', secrets, { isWhole: true });
  expect(failed).toBe(5);
  expect(wrong.map(({ name }) => name)).toContain('the run used only 1 of kind token');
  expect(wrong.map(({ name }) => name)).toContain('the server’s log is empty');
});
