import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { testPassword } from '../../../setup/test-app.ts';

const { backend, call, ok, ports, settings, makeFan } = await testBackend();

afterEach(async () => {
  await settings.set('passwordHashing', 'false');
  ports.mailer.sent.length = 0;
  ports.clock.move('2h');
});

let count = 0;
const someone = () => {
  count += 1;
  return { name: 'Grace', username: `grace.hopper-${count}`, email: `admiral-${count}@example.com` };
};
const form = () => {
  const data = new FormData();
  data.set(
    'idFront',
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'front.jpg', { type: 'image/jpeg' }),
  );
  return data;
};
/** The password as a client sends it, depending on the public setting. */
const sent = (password: string, hashing: string) =>
  hashing === 'true' ? createHash('sha256').update(password).digest('hex') : password;

async function resetToken(email: string): Promise<string> {
  await ok('POST /auth/users/forgot', { body: { email } });
  while ((await backend.runJobs()) > 0);
  return /token=([\w-]+)/.exec(ports.mailer.sent.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
}

const common = 'This password is too common. Choose another.';
const own = 'Don’t use your username or email address as the password.';
const weak: readonly (readonly [string, (person: { username: string; email: string }) => string, string])[] =
  [
    ['password', () => 'password', common],
    ['12345678', () => '12345678', common],
    ['qwertyuiop', () => 'Qwertyuiop', common],
    ['PASSWORD', () => 'PASSWORD', common],
    ['the username', ({ username }) => username, own],
    ['the username in other letters', ({ username }) => username.toUpperCase(), own],
    ['the email', ({ email }) => email, own],
    ['what stands before its @', ({ email }) => email.split('@')[0]!, own],
  ];

describe.each(['false', 'true'])('with passwords hashed by the browser: %s', (hashing) => {
  test.each(weak)('%s is rejected as a password, wherever one is set', async (_, wordOf, message) => {
    await settings.set('passwordHashing', hashing);
    const person = someone();
    const refusal = [422, [{ field: 'password', message }]];
    const password = sent(wordOf(person), hashing);
    const joined = await call('POST /auth/users/register', { body: { ...person, password } });
    expect([joined.status, joined.problem.errors]).toEqual(refusal);
    const joinedAsCreator = await call('POST /auth/performers/register', {
      body: { ...person, password },
      form: form(),
    });
    expect([joinedAsCreator.status, joinedAsCreator.problem.errors]).toEqual(refusal);

    const fan = await makeFan(person);
    const changed = await call('PUT /auth/users/me/password', {
      token: fan.token,
      body: { password, source: sent(testPassword, hashing) },
    });
    expect([changed.status, changed.problem.errors]).toEqual(refusal);
    const token = await resetToken(fan.email);
    const reset = await call('POST /auth/users/reset', { body: { token, password } });
    expect([reset.status, reset.problem.errors]).toEqual(refusal);
    expect(
      (
        await call('POST /auth/login', {
          body: { credentials: fan.username, password: sent(testPassword, hashing) },
        })
      ).status,
    ).toBe(200);
    // A rejected password doesn't use up the link.
    expect(
      (
        await call('POST /auth/users/reset', {
          body: { token, password: sent('better words than that', hashing) },
        })
      ).status,
    ).toBe(200);
  });
});

test('an account is created with a valid password', async () => {
  for (const hashing of ['false', 'true']) {
    await settings.set('passwordHashing', hashing);
    expect(
      (
        await call('POST /auth/users/register', {
          body: { ...someone(), password: sent('grace.hopper and more', hashing) },
        })
      ).status,
    ).toBe(201);
  }
});
