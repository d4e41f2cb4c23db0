import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { testPassword } from '../../../setup/test-app.ts';

const { call, ok, raw, db, ports, settings, makeFan, openSession } = await testBackend();
const day = 86_400_000;

const login = (
  credentials: string,
  password: string,
  more: { remember?: boolean; ip?: string; device?: string } = {},
) =>
  call('POST /auth/login', {
    body: { credentials, password, remember: more.remember, device: more.device },
    ip: more.ip ?? '198.51.100.1',
  });
/** Tries wrong passwords, each from its own address; returns the statuses. */
const guesses = async (name: string, count: number, addressOf: (index: number) => string) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await login(name, 'not the password', { ip: addressOf(index) })).status);
  return statuses;
};
const fiveThenRefused = [422, 422, 422, 422, 422, 429, 429];

test('logs in by username or email, in any case, for a day or a year', async () => {
  const fan = await makeFan({ username: 'ada', email: 'ada@example.com' });
  for (const credentials of ['ada', ' ADA ', 'Ada@Example.com']) {
    const { status, data } = await login(credentials, testPassword);
    expect(status).toBe(200);
    expect(Date.parse(data.expiresAt) - ports.clock.now().getTime()).toBe(day);
    expect((await ok('GET /users/me', { token: data.token }))._id).toBe(fan.id);
  }
  const remembered = await login('ada', testPassword, { remember: true });
  expect(Date.parse(remembered.data.expiresAt) - ports.clock.now().getTime()).toBe(365 * day);
});

test('a token is 256 random bits and only its hash is stored', async () => {
  const fan = await makeFan();
  const { data } = await login(fan.username, testPassword);
  expect(Buffer.from(data.token, 'base64url').byteLength).toBe(32);
  const kept = await db.select().from(sessions).where(eq(sessions.accountId, fan.id));
  expect(JSON.stringify(kept)).not.toContain(data.token);
  expect(kept.map((row) => row.tokenHash)).toContain(ports.crypto.sha256(data.token));
});

test('the token is accepted from the cookie and as a bearer token, and expires', async () => {
  const fan = await makeFan();
  const { token } = await openSession(fan.id, 1);
  for (const header of [token, `Bearer ${token}`, `bearer ${token}`])
    expect((await call('GET /users/me', { token: header })).status).toBe(200);
  ports.clock.move('61m');
  const late = await call('GET /users/me', { token });
  expect([late.status, late.problem.message]).toEqual([401, 'Please login!']);
});

test('a wrong password and an unknown account get the same message after the same amount of work', async () => {
  const fan = await makeFan();
  const worked = async (credentials: string, ip: string) => {
    const before = ports.passwords.work;
    const { status, text } = await login(credentials, 'not the password', { ip });
    return { status, text, work: ports.passwords.work - before };
  };
  const wrong = await worked(fan.username, '198.51.100.10');
  expect(wrong).toEqual(await worked('nobody-at-all', '198.51.100.11'));
  expect(wrong).toEqual(await worked('nobody@example.com', '198.51.100.12'));
  expect(wrong).toMatchObject({ status: 422, work: 1 });
  expect(JSON.parse(wrong.text)).toMatchObject({
    code: 'wrong_credentials',
    message: 'Incorrect credentials!',
  });
});

test.each([
  ['a known account', true],
  ['an unknown account', false],
])(
  'the sixth failure in a quarter of an hour is refused, whatever address it comes from: %s',
  async (_, known) => {
    const name = known ? (await makeFan()).username : 'nobody-here';
    const block = known ? '192.0.2' : '198.18.0';
    expect(await guesses(name, 7, (index) => `${block}.${index + 1}`)).toEqual(fiveThenRefused);
    const elsewhere = await login(name, testPassword, { ip: `${block}.200` });
    expect([elsewhere.status, elsewhere.problem.code]).toEqual([429, 'too_many']);
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(800);
    ports.clock.move('16m');
    expect((await login(name, testPassword, { ip: `${block}.200` })).status).toBe(known ? 200 : 422);
  },
);

test('an IPv6 network counts as one address, an IPv4-mapped IPv6 address as the IPv4 address', async () => {
  const sprayed = async (ip: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < 35; index += 1)
      statuses.push((await login(`spray-${ip(0)}-${index}`, 'wrong', { ip: ip(index) })).status);
    return statuses.indexOf(429);
  };
  expect(await sprayed((index) => `2001:db8:1:2::${(index + 1).toString(16)}`)).toBe(30);
  expect(await sprayed((index) => `2001:0db8:0001:0003:aaaa:bbbb:cccc:${(index + 1).toString(16)}`)).toBe(30);
  expect(await sprayed((index) => `2001:db8:2:${index.toString(16)}::1`)).toBe(-1);
  expect(await sprayed((index) => (index % 2 ? '::ffff:192.0.2.77' : '192.0.2.77'))).toBe(30);
  expect(await sprayed((index) => `::ffff:203.0.113.${index + 100}`)).toBe(-1);
});

test("strangers' guesses don't lock the owner out: a browser that logged in before has its own count", async () => {
  const fan = await makeFan();
  const { data } = await login(fan.username, testPassword, { ip: '198.51.100.50' });
  expect(await guesses(fan.username, 7, (index) => `192.0.2.${index + 100}`)).toEqual(fiveThenRefused);
  expect((await login(fan.username, testPassword, { ip: '198.51.100.51' })).status).toBe(429);
  const home = await login(fan.email, testPassword, { ip: '198.51.100.51', device: data.device });
  expect(home.status).toBe(200);
  // A known device's own failures count as usual, and its successes don't reset the count of strangers.
  const own: number[] = [];
  for (let index = 0; index < 7; index += 1)
    own.push(
      (await login(fan.username, 'wrong', { ip: `198.51.100.${60 + index}`, device: home.data.device }))
        .status,
    );
  expect(own).toEqual(fiveThenRefused);
  expect((await login(fan.username, testPassword, { ip: '198.51.100.52' })).status).toBe(429);
});

test("a device token is bound to the account it logged in to and can't be forged", async () => {
  const fan = await makeFan();
  const stranger = await makeFan();
  const { device } = (await login(stranger.username, testPassword, { ip: '198.51.100.53' })).data;
  const [, nonce = '', signature = ''] = device.split('.');
  expect(await guesses(fan.username, 7, (index) => `192.0.2.${index + 150}`)).toEqual(fiveThenRefused);
  for (const madeUp of [
    device,
    `${fan.id}.${nonce}.${signature}`,
    `${fan.id}.${nonce}.`,
    'x'.repeat(40),
    `${fan.id}.${nonce}`,
  ]) {
    expect([
      madeUp,
      (await login(fan.username, testPassword, { ip: '198.51.100.54', device: madeUp })).status,
    ]).toEqual([madeUp, 429]);
  }
});

test('concurrent guesses are counted individually', async () => {
  const { username } = await makeFan();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => login(username, 'wrong', { ip: '198.51.100.30' })),
  );
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test("many names from one address are refused too; successful logins aren't counted", async () => {
  const { username } = await makeFan();
  const ip = '198.51.100.31';
  for (let good = 0; good < 40; good += 1)
    expect((await login(username, testPassword, { ip })).status).toBe(200);
  const statuses: number[] = [];
  for (let name = 0; name < 35; name += 1)
    statuses.push((await login(`sprayed-${name}`, 'wrong', { ip })).status);
  expect(statuses.lastIndexOf(422)).toBe(29);
  expect(statuses.indexOf(429)).toBe(30);
});

test('a suspended account is refused, but told why only with the right password; its open sessions end', async () => {
  const fan = await makeFan();
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect((await login(fan.username, 'wrong', { ip: '198.51.100.40' })).problem.code).toBe(
    'wrong_credentials',
  );
  const right = await login(fan.username, testPassword, { ip: '198.51.100.40' });
  expect([right.status, right.problem.code]).toEqual([403, 'account_suspended']);
});

test('if the site requires it, an unverified address is refused with a way to continue', async () => {
  const fan = await makeFan({ emailVerifiedAt: null });
  await settings.set('requireEmailVerification', true);
  const refused = await login(fan.username, testPassword, { ip: '198.51.100.41' });
  expect(refused.problem).toMatchObject({ status: 403, code: 'email_not_verified', email: fan.email });
  await settings.set('requireEmailVerification', false);
  expect((await login(fan.username, testPassword, { ip: '198.51.100.41' })).status).toBe(200);
});

test('logging out ends the session and closes its sockets, but not those of other sessions', async () => {
  const fan = await makeFan();
  const other = await openSession(fan.id);
  ports.transport.clear();
  expect(await ok('POST /auth/logout', { token: fan.token })).toEqual({ success: true });
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect((await call('GET /users/me', { token: other.token })).status).toBe(200);
  expect(ports.transport.dropped).toEqual([rooms.session(fan.viewer.sessionId)]);
});

test("sessions are listed and can be ended individually, but never other people's", async () => {
  const fan = await makeFan();
  const stranger = await makeFan();
  await login(fan.username, testPassword);
  const { data, total } = await ok('GET /auth/sessions', { token: fan.token });
  expect(total).toBe(2);
  expect(data.filter(({ current }) => current).map(({ _id }) => _id)).toEqual([fan.viewer.sessionId]);
  const [another] = data.filter(({ current }) => !current);
  expect(another?.userAgent).toBe('vitest');
  const theirs = await call('DELETE /auth/sessions/:id', {
    token: fan.token,
    params: { id: stranger.viewer.sessionId },
  });
  const nobodys = await call('DELETE /auth/sessions/:id', { token: fan.token, params: { id: ports.ids() } });
  expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  expect((await call('GET /users/me', { token: stranger.token })).status).toBe(200);
  ports.transport.clear();
  await ok('DELETE /auth/sessions/:id', { token: fan.token, params: { id: another!._id } });
  expect(ports.transport.dropped).toEqual([rooms.session(another!._id)]);
  expect((await ok('GET /auth/sessions', { token: fan.token })).total).toBe(1);
});

test('neither tokens nor passwords are logged', async () => {
  const fan = await makeFan();
  const { data } = await login(fan.username, testPassword);
  await raw('GET /users/me', { token: `${data.token}x` });
  const log = JSON.stringify(ports.log.lines);
  expect(log).not.toContain(data.token);
  expect(log).not.toContain(testPassword);
});

test.each([
  ['nothing', {}, 'credentials'],
  ['an unknown key', { credentials: 'ada', password: 'x', admin: true }, 'admin'],
  ['a number', { credentials: 5, password: 'x' }, 'credentials'],
  ['too long a password', { credentials: 'ada', password: 'x'.repeat(257) }, 'password'],
  ['an object', { credentials: { $ne: null }, password: 'x' }, 'credentials'],
])('refuses %s', async (_, body, field) => {
  const { status, problem } = await raw('POST /auth/login', { body });
  expect(status).toBe(422);
  expect(problem.errors?.[0]?.field).toBe(field);
});
