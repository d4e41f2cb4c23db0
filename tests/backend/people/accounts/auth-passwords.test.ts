import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { testPassword } from '../../../setup/test-app.ts';

const { backend, call, ok, db, ports, makeFan, openSession } = await testBackend();
const newPassword = 'a brand new password';

beforeEach(() => {
  ports.mailer.sent.length = 0;
  ports.transport.clear();
  // Moves past the limits per address, which aren't tested here.
  ports.clock.move('2h');
});

const login = (credentials: string, password: string) =>
  call('POST /auth/login', { body: { credentials, password } });
/** Runs the jobs and returns the emails sent to an address. */
async function mailsTo(address: string) {
  while ((await backend.runJobs()) > 0);
  return ports.mailer.sent.filter(({ to }) => to === address);
}
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

test('changing the password ends the other sessions, closes their sockets and notifies the owner', async () => {
  const fan = await makeFan();
  const other = await openSession(fan.id);
  await ok('PUT /auth/users/me/password', {
    token: fan.token,
    body: { password: newPassword, source: testPassword },
  });
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(200);
  expect((await call('GET /users/me', { token: other.token })).status).toBe(401);
  expect(ports.transport.dropped).toEqual([rooms.session(other.sessionId)]);
  expect((await login(fan.username, testPassword)).status).toBe(422);
  expect((await mailsTo(fan.email)).map(({ subject }) => subject)).toEqual([
    'Your Limelight password was changed',
  ]);
  expect((await login(fan.username, newPassword)).status).toBe(200);
});

test('a proof does instead of the current password, also where there is none yet', async () => {
  const fan = await makeFan();
  const change = (token: string) =>
    call('PUT /auth/users/me/password', { token, body: { password: newPassword } });
  ports.clock.move('10m');
  expect((await change(fan.token)).problem).toMatchObject({ code: 'step_up_required', ways: ['password'] });
  expect((await login(fan.username, testPassword)).status).toBe(200);
  await ok('POST /auth/step-up', { token: fan.token, body: { password: testPassword } });
  expect((await change(fan.token)).status).toBe(200);
  expect((await login(fan.username, newPassword)).status).toBe(200);

  const social = await makeFan({ passwordHash: null });
  ports.clock.move('10m');
  expect((await change(social.token)).problem).toMatchObject({ code: 'step_up_required', ways: [] });
  expect((await change((await openSession(social.id)).token)).status).toBe(200);
  expect((await login(social.username, newPassword)).status).toBe(200);
});

test('a wrong current password changes nothing, and the sixth is refused', async () => {
  const fan = await makeFan();
  for (let failure = 1; failure <= 5; failure += 1) {
    const { status, problem } = await call('PUT /auth/users/me/password', {
      token: fan.token,
      body: { password: newPassword, source: 'wrong' },
    });
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'source']);
  }
  expect(
    (
      await call('PUT /auth/users/me/password', {
        token: fan.token,
        body: { password: newPassword, source: testPassword },
      })
    ).status,
  ).toBe(429);
  expect((await login(fan.username, testPassword)).status).toBe(200);
});

test('forgot password responds the same for known and unknown addresses, and emails only the known', async () => {
  const fan = await makeFan();
  const known = await call('POST /auth/users/forgot', { body: { email: fan.email } });
  const unknown = await call('POST /auth/users/forgot', { body: { email: 'nobody@example.com' } });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  const [mail] = await mailsTo(fan.email);
  expect(mail?.text).toContain('https://limelight.test/auth/reset-password?token=');
  expect(await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email))).toMatchObject([
    { sentAt: expect.any(Date) },
  ]);
});

test('at most three emails an hour to one address, known or not', async () => {
  const fan = await makeFan();
  for (const email of [fan.email, 'nobody-else@example.com']) {
    const statuses = [];
    for (let ask = 0; ask < 4; ask += 1)
      statuses.push((await call('POST /auth/users/forgot', { body: { email } })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test('the link sets a new password once, within an hour, and ends every session', async () => {
  const fan = await makeFan();
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const token = tokenIn((await mailsTo(fan.email))[0]?.text);
  await ok('POST /auth/users/reset', { body: { token, password: newPassword } });
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect(ports.transport.dropped).toEqual([rooms.session(fan.viewer.sessionId)]);
  expect((await login(fan.username, newPassword)).status).toBe(200);
  const again = await call('POST /auth/users/reset', { body: { token, password: 'something else here' } });
  expect([again.status, again.problem.errors?.[0]?.field]).toEqual([422, 'token']);
  expect((await login(fan.username, newPassword)).status).toBe(200);
});

test('the link lets the owner in while strangers keep guessing: the browser that used it becomes known', async () => {
  const fan = await makeFan();
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const { device } = await ok('POST /auth/users/reset', {
    body: { token: tokenIn((await mailsTo(fan.email))[0]?.text), password: newPassword },
  });
  for (let guess = 0; guess < 6; guess += 1)
    await call('POST /auth/login', {
      body: { credentials: fan.username, password: 'wrong' },
      ip: `192.0.2.${guess}`,
    });
  expect((await login(fan.username, newPassword)).status).toBe(429);
  expect(
    (await call('POST /auth/login', { body: { credentials: fan.username, password: newPassword, device } }))
      .status,
  ).toBe(200);
});

test('a link used many times at once works once', async () => {
  const fan = await makeFan();
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const token = tokenIn((await mailsTo(fan.email))[0]?.text);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call('POST /auth/users/reset', { body: { token, password: `password number ${index}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422, 422, 422, 422, 422,
  ]);
});

test('a link expires after an hour, or when the password changes', async () => {
  const fan = await makeFan();
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const late = tokenIn((await mailsTo(fan.email))[0]?.text);
  ports.clock.move('61m');
  expect(
    (await call('POST /auth/users/reset', { body: { token: late, password: newPassword } })).status,
  ).toBe(422);
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const overtaken = tokenIn((await mailsTo(fan.email)).at(-1)?.text);
  await ok('PUT /auth/users/me/password', {
    token: fan.token,
    body: { password: newPassword, source: testPassword },
  });
  expect(
    (await call('POST /auth/users/reset', { body: { token: overtaken, password: 'another password' } }))
      .status,
  ).toBe(422);
});

test("a verification link can't be used as a reset link", async () => {
  const fan = await makeFan({ emailVerifiedAt: null });
  await ok('POST /auth/email-verification', { body: { email: fan.email } });
  const token = tokenIn((await mailsTo(fan.email))[0]?.text);
  expect((await call('POST /auth/users/reset', { body: { token, password: newPassword } })).status).toBe(422);
  expect(await ok('POST /auth/email-verification', { body: { token } })).toEqual({
    verified: true,
    waiting: false,
  });
  expect((await ok('GET /users/me', { token: fan.token })).emailVerified).toBe(true);
  expect((await call('POST /auth/email-verification', { body: { token } })).status).toBe(422);
});

test('requesting a verification email responds the same for unverified, verified and unknown addresses', async () => {
  const unverified = await makeFan({ emailVerifiedAt: null });
  const verified = await makeFan();
  const answers = [];
  for (const email of [unverified.email, verified.email, 'unknown@example.com'])
    answers.push((await call('POST /auth/email-verification', { body: { email } })).text);
  expect(new Set(answers).size).toBe(1);
  expect(await mailsTo(unverified.email)).toHaveLength(1);
  expect(await mailsTo(verified.email)).toHaveLength(0);
});

test('a link for an address that the account no longer has verifies nothing', async () => {
  const fan = await makeFan({ emailVerifiedAt: null });
  await ok('POST /auth/email-verification', { body: { email: fan.email } });
  const old = tokenIn((await mailsTo(fan.email))[0]?.text);
  await db.update(accounts).set({ email: 'moved@example.com' }).where(eq(accounts.id, fan.id));
  expect((await call('POST /auth/email-verification', { body: { token: old } })).status).toBe(422);
});

test('using the reset email verifies the address', async () => {
  const fan = await makeFan({ emailVerifiedAt: null });
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  await ok('POST /auth/users/reset', {
    body: { token: tokenIn((await mailsTo(fan.email))[0]?.text), password: newPassword },
  });
  const [row] = await db.select().from(accounts).where(eq(accounts.id, fan.id));
  expect(row?.emailVerifiedAt).not.toBeNull();
});

test('a suspended account gets no email', async () => {
  const fan = await makeFan({ suspendedAt: ports.clock.now() });
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  expect(await mailsTo(fan.email)).toEqual([]);
});

test("a token from an email isn't logged, and only its hash is stored", async () => {
  const fan = await makeFan();
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  const token = tokenIn((await mailsTo(fan.email))[0]?.text);
  expect(token).toHaveLength(43);
  expect(JSON.stringify(ports.log.lines)).not.toContain(token);
});
