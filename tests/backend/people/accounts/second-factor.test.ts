import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { loginChallenges, recoveryCodes, secondFactors } from '#backend/db/schema/factors.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { renewFactors } from '#backend/domain/people/accounts/factors/second-factor.ts';
import { takeCode } from '#backend/domain/people/accounts/factors/codes.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { challengeFor, codeNow, turnOn } from '../../../setup/factors.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, db, ports, makeFan, openSession } = app;

const enter = (challenge: string, code: string, more: { device?: string; ip?: string } = {}) =>
  call('POST /auth/login/code', { body: { challenge, code, device: more.device }, ip: more.ip });
/** A fan with two-factor authentication, half a minute after turning it on. */
async function protectedFan() {
  const fan = await makeFan();
  const factor = await turnOn(app, fan);
  ports.clock.move('30s');
  return { ...factor, fan, code: (steps = 0) => codeNow(app, factor.uri, steps) };
}
const mailsTo = async ({ email }: Person) =>
  (await db.select().from(emailOutbox).where(eq(emailOutbox.to, email))).map(({ subject, text }) => ({
    subject,
    text,
  }));
const wrong = {
  status: 422,
  code: 'invalid_input',
  message: expect.stringMatching(
    /^That code is incorrect or was already used\. Codes depend on the time: here it’s \d\d:\d\d UTC\.$/,
  ),
};

test('an account without it logs in as before', async () => {
  const fan = await makeFan();
  const { token } = await ok('POST /auth/login', {
    body: { credentials: fan.username, password: testPassword },
  });
  expect(await ok('GET /auth/second-factor', { token })).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
});

test('the password only brings a challenge; with the code it becomes a session as long as asked for', async () => {
  const { fan, code } = await protectedFan();
  const challenge = await challengeFor(app, fan, { remember: true });
  expect((await call('GET /users/me', { token: challenge })).status).toBe(401);
  const { data } = await enter(challenge, code().replace(/(...)/, '$1 '));
  expect((await ok('GET /users/me', { token: data.token }))._id).toBe(fan.id);
  expect(Date.parse(data.expiresAt) - ports.clock.now().getTime()).toBe(365 * 86_400_000);
  expect((await enter(challenge, code(1))).problem).toMatchObject({ code: 'login_expired' });
});

test('a wrong password says nothing of a second factor', async () => {
  const { fan } = await protectedFan();
  const { text } = await call('POST /auth/login', { body: { credentials: fan.username, password: 'guess' } });
  expect(JSON.parse(text)).toEqual({
    status: 422,
    code: 'wrong_credentials',
    message: 'Incorrect credentials!',
  });
});

test('a code works once, also for another login, and neither does an earlier one afterwards', async () => {
  const { fan, code } = await protectedFan();
  expect((await enter(await challengeFor(app, fan), code())).status).toBe(200);
  for (const used of [code(), code(-1)])
    expect((await enter(await challengeFor(app, fan), used)).problem).toMatchObject(wrong);
  // The code that turned it on doesn't log in.
  const other = await makeFan();
  const { uri } = await turnOn(app, other);
  expect((await enter(await challengeFor(app, other), codeNow(app, uri))).problem).toMatchObject(wrong);
});

test('of the same code entered twice at once, one login succeeds', async () => {
  const { fan, code } = await protectedFan();
  const challenges = [await challengeFor(app, fan), await challengeFor(app, fan)];
  const answers = await Promise.all(challenges.map((challenge) => enter(challenge, code())));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('a recovery code logs in once, also of two at once, in any notation, and its owner is told', async () => {
  const { fan, recoveryCodes: codes } = await protectedFan();
  expect(new Set(codes).size).toBe(10);
  const [first, second] = codes as [string, string];
  const twice = await Promise.all(
    [await challengeFor(app, fan), await challengeFor(app, fan)].map((challenge) => enter(challenge, first)),
  );
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const loose = second.toUpperCase().replaceAll('-', ' ');
  expect((await enter(await challengeFor(app, fan), loose)).status).toBe(200);
  expect((await enter(await challengeFor(app, fan), first)).problem).toMatchObject(wrong);
  expect(await ok('GET /auth/second-factor', { token: fan.token })).toMatchObject({ recoveryCodesLeft: 8 });
  expect(
    (await mailsTo(fan)).findLast(({ subject }) => subject.startsWith('A recovery code'))?.text,
  ).toContain('You have 8 left.');
});

test('five wrong codes, however many challenges; a known browser has tries of its own', async () => {
  const { fan, code } = await protectedFan();
  const { data } = await enter(await challengeFor(app, fan), code());
  ports.clock.move('30s');
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1)
    statuses.push(
      (await enter(await challengeFor(app, fan), '000000', { ip: `198.51.100.${index}` })).status,
    );
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  expect((await enter(await challengeFor(app, fan), code())).status).toBe(429);
  const known = await enter(await challengeFor(app, fan), code(), { device: data.device });
  expect(known.status).toBe(200);
});

test('one address can’t try codes of many accounts without end', async () => {
  const ip = '198.51.100.99';
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1)
    statuses.push((await enter('of nobody, but long enough', '000000', { ip })).status);
  expect([statuses[29], statuses[30]]).toEqual([422, 429]);
});

test('a challenge ends after ten minutes, with a changed password, and for a suspended account', async () => {
  const { fan, code } = await protectedFan();
  const late = await challengeFor(app, fan);
  ports.clock.move('10m');
  expect((await enter(late, code())).problem).toMatchObject({ code: 'login_expired' });
  const overtaken = await challengeFor(app, fan);
  const { token } = await openSession(fan.id);
  await ok('PUT /auth/users/me/password', {
    token,
    body: { source: testPassword, password: 'a brand new password' },
  });
  expect((await enter(overtaken, code())).problem).toMatchObject({ code: 'login_expired' });
  expect(await db.$count(loginChallenges, eq(loginChallenges.accountId, fan.id))).toBe(0);

  const { fan: suspended, code: right } = await protectedFan();
  const open = await challengeFor(app, suspended);
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
  expect((await enter(open, right())).problem).toMatchObject({ status: 403, code: 'account_suspended' });
});

test('neither the secret nor recovery codes are readable in the database', async () => {
  const { fan, secret, recoveryCodes: codes } = await protectedFan();
  const stored = JSON.stringify([
    await db.select().from(secondFactors).where(eq(secondFactors.accountId, fan.id)),
    await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, fan.id)),
  ]);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(text);
});

test('it is asked for only once a code has confirmed it; beginning again replaces the secret', async () => {
  const fan = await makeFan();
  const { token } = fan;
  const first = await ok('POST /auth/second-factor', { token });
  const second = await ok('POST /auth/second-factor', { token });
  expect(
    (await call('POST /auth/login', { body: { credentials: fan.username, password: testPassword } })).status,
  ).toBe(200);
  const confirm = (uri: string) =>
    call('POST /auth/second-factor/confirm', { token, body: { code: codeNow(app, uri) } });
  expect((await confirm(first.uri)).problem).toMatchObject(wrong);
  expect((await confirm(second.uri)).status).toBe(200);
  expect((await confirm(second.uri)).status).toBe(409);
  expect((await call('POST /auth/second-factor', { token })).status).toBe(409);
  expect(second.uri).toContain(`secret=${second.secret}`);
});

test('new recovery codes replace the earlier ones', async () => {
  const {
    fan,
    recoveryCodes: [old],
  } = await protectedFan();
  const { recoveryCodes: fresh } = await ok('POST /auth/second-factor/recovery-codes', { token: fan.token });
  expect((await enter(await challengeFor(app, fan), old!)).problem).toMatchObject(wrong);
  expect((await enter(await challengeFor(app, fan), fresh[0]!)).status).toBe(200);
});

test('every change asks for a proof of the last ten minutes: a code, or a login with one', async () => {
  const { fan, code } = await protectedFan();
  ports.clock.move('10m');
  const { token } = fan;
  for (const route of [
    'POST /auth/second-factor',
    'POST /auth/second-factor/recovery-codes',
    'DELETE /auth/second-factor',
  ] as const)
    expect((await call(route, { token })).problem).toMatchObject({
      status: 403,
      code: 'step_up_required',
      ways: ['code'],
    });
  const confirm = await call('POST /auth/second-factor/confirm', { token, body: { code: code() } });
  expect(confirm.problem.code).toBe('step_up_required');
  const other = (await openSession(fan.id)).token;
  ports.clock.move('10m');
  await ok('POST /auth/step-up', { token, body: { code: code() } });
  expect((await call('POST /auth/step-up', { token, body: { code: code() } })).problem).toMatchObject(wrong);
  // The proof is this session's alone.
  expect((await call('DELETE /auth/second-factor', { token: other })).problem.code).toBe('step_up_required');
  await ok('DELETE /auth/second-factor', { token });
  await ok('DELETE /auth/second-factor', { token });
  expect((await mailsTo(fan)).map(({ subject }) => subject)).toEqual([
    'Two-factor authentication is on for your Limelight account',
    'Two-factor authentication is off for your Limelight account',
  ]);
  expect(
    (await call('POST /auth/login', { body: { credentials: fan.username, password: testPassword } })).status,
  ).toBe(200);
});

test('proofs by password: wrong ones are counted, and unknown keys or both at once are refused', async () => {
  const fan = await makeFan();
  const { token } = fan;
  const tried = async (body: object) => (await raw('POST /auth/step-up', { token, body })).status;
  expect(await tried({ password: testPassword, code: '123456' })).toBe(422);
  expect(await tried({ code: '123456' })).toBe(422);
  for (let index = 0; index < 5; index += 1) expect(await tried({ password: 'a guess' })).toBe(422);
  expect(await tried({ password: testPassword })).toBe(429);
});

test('with a second factor the password alone proves nothing, wherever it can be sent', async () => {
  const { fan, code } = await protectedFan();
  const { token } = fan;
  ports.clock.move('10m');
  const tried = await call('POST /auth/step-up', { token, body: { password: testPassword } });
  expect(tried.problem).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
  const change = { token, body: { source: testPassword, password: 'a brand new password' } };
  for (const answer of [
    await call('DELETE /auth/second-factor', { token }),
    await call('PUT /auth/users/me/password', change),
    await call('PUT /users', { token, body: { email: 'elsewhere@example.com', password: testPassword } }),
  ])
    expect(answer.problem).toMatchObject({ code: 'step_up_required', ways: ['code'] });
  await ok('POST /auth/step-up', { token, body: { code: code() } });
  await ok('PUT /auth/users/me/password', change);
});

test('turning it on ends the other sessions', async () => {
  const fan = await makeFan();
  const { token } = await openSession(fan.id);
  await turnOn(app, fan);
  expect((await call('GET /users/me', { token })).status).toBe(401);
  await ok('GET /users/me', { token: fan.token });
});

test('the email undoes it within a week: it is off, and every session ends', async () => {
  const { fan } = await protectedFan();
  const link = /undo=second-factor&token=(\S+)/.exec((await mailsTo(fan))[0]?.text ?? '')?.[1] ?? '';
  await ok('POST /auth/second-factor/undo', { body: { token: link } });
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect(ports.transport.dropped).toContain(rooms.session(fan.viewer.sessionId));
  expect(
    (await call('POST /auth/login', { body: { credentials: fan.username, password: testPassword } })).status,
  ).toBe(200);
  expect((await call('POST /auth/second-factor/undo', { body: { token: link } })).status).toBe(422);

  const { fan: later } = await protectedFan();
  const expired = /undo=second-factor&token=(\S+)/.exec((await mailsTo(later))[0]?.text ?? '')?.[1] ?? '';
  ports.clock.move('7d');
  expect((await call('POST /auth/second-factor/undo', { body: { token: expired } })).status).toBe(422);
});

test('after a change of the site’s secret it is re-encrypted and still works', async () => {
  const { fan, code } = await protectedFan();
  const { config, ctx } = app;
  const withSecret = (previousSecrets: string[]) => ({
    ...ctx,
    config: { ...config, secret: 'a new secret', previousSecrets },
  });
  expect(await takeCode(withSecret([]), fan.id, code())).toBe(false);
  await renewFactors(withSecret([config.secret]));
  expect(await takeCode(withSecret([]), fan.id, code())).toBe(true);
});
