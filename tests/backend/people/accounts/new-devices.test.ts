import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailChanges, oneTimeTokens } from '#backend/db/schema/accounts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { challengeFor, codeNow, turnOn } from '../../../setup/factors.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeFan, openSession } = app;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const login = ({ username }: Person, more: { device?: string; ip?: string } = {}) =>
  ok('POST /auth/login', {
    body: { credentials: username, password: testPassword, device: more.device },
    ip: more.ip,
    userAgent: firefox,
  });
const toldTo = async ({ email }: Person) =>
  (
    await db
      .select()
      .from(emailOutbox)
      .where(and(eq(emailOutbox.to, email), like(emailOutbox.subject, 'New login%')))
  ).map(({ text }) => text);
/** A fan whose account someone else has logged in to, with the token from the email. */
async function robbed() {
  const fan = await makeFan();
  const thief = await login(fan);
  const [text = ''] = await toldTo(fan);
  return { fan, thief, link: /undo=login&token=([\w-]+)/.exec(text)?.[1] ?? '' };
}
const disown = (token: string) => call('POST /auth/logins/disown', { body: { token } });
const dead = { status: 422, code: 'invalid_input' };

test('a login from a new browser is emailed with device, place and time; the next one from there isn’t', async () => {
  const fan = await makeFan();
  ports.geo.countries.set('198.51.100.77', 'AT');
  const { device } = await login(fan, { ip: '198.51.100.77' });
  const [text] = await toldTo(fan);
  expect(text).toContain('Device: Firefox on Linux\nPlace: Austria\nTime: 2026-03-02 09:00 UTC');
  expect(text).toContain('https://limelight.test/auth/email-change?undo=login&token=');
  expect((await login(fan, { device })).device).toBe(device);
  expect(await toldTo(fan)).toHaveLength(1);

  const stranger = await makeFan();
  await login(fan, { device: (await login(stranger)).device });
  expect((await toldTo(fan)).at(-1)).toContain('Place: Unknown place');
  expect(await toldTo(fan)).toHaveLength(2);
});

test('the first login of an account isn’t emailed, nor a wrong password', async () => {
  const fan = await makeFan();
  await ok('POST /auth/logout', { token: fan.token });
  await call('POST /auth/login', { body: { credentials: fan.username, password: 'a guess' } });
  const { token } = await login(fan);
  expect(await toldTo(fan)).toEqual([]);
  // Logged out since, but seen before.
  ports.clock.move('2m');
  await ok('GET /users/me', { token });
  await ok('POST /auth/logout', { token });
  await login(fan);
  expect(await toldTo(fan)).toHaveLength(1);
});

test('with two-factor authentication it is emailed once the code was right', async () => {
  const fan = await makeFan();
  const { uri } = await turnOn(app, fan);
  ports.clock.move('30s');
  const challenge = await challengeFor(app, fan);
  expect(await toldTo(fan)).toEqual([]);
  const { device } = await ok('POST /auth/login/code', { body: { challenge, code: codeNow(app, uri) } });
  expect(await toldTo(fan)).toHaveLength(1);
  const again = await challengeFor(app, fan);
  await ok('POST /auth/login/code', { body: { challenge: again, code: codeNow(app, uri, 1), device } });
  expect(await toldTo(fan)).toHaveLength(1);
});

test('“this wasn’t me” ends all sessions and the password, and emails a link for a new one', async () => {
  const { fan, thief, link } = await robbed();
  expect(JSON.stringify(await db.select().from(oneTimeTokens))).not.toContain(link);
  const moment = ports.clock.now();
  await db.insert(emailChanges).values({
    id: ports.ids(),
    accountId: fan.id,
    oldEmail: fan.email,
    newEmail: 'thief@example.com',
    newHash: ports.ids(),
    oldHash: ports.ids(),
    state: 'open',
    createdAt: moment,
    endsAt: new Date(moment.getTime() + 86_400_000),
  });
  ports.transport.clear();
  expect((await disown(link)).status).toBe(200);
  expect((await call('GET /users/me', { token: thief.token })).status).toBe(401);
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(401);
  expect(ports.transport.dropped).toContain(rooms.session(fan.viewer.sessionId));
  const back = await call('POST /auth/login', {
    body: { credentials: fan.username, password: testPassword, device: thief.device },
  });
  expect(back.problem).toMatchObject({ code: 'wrong_credentials' });
  const [change] = await db.select().from(emailChanges).where(eq(emailChanges.accountId, fan.id));
  expect(change?.state).toBe('dropped');

  const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email));
  const token = mails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
  await ok('POST /auth/users/reset', { body: { token, password: 'another horse battery' } });
  const owner = { credentials: fan.username, password: 'another horse battery' };
  // The thief's browser isn't known any more, should it learn the new password, nor has it guesses of its own.
  const told = (await toldTo(fan)).length;
  await ok('POST /auth/login', { body: { ...owner, device: thief.device } });
  expect(await toldTo(fan)).toHaveLength(told + 1);
  expect((await call('POST /auth/login', { body: owner })).status).toBe(200);
});

test('the link works once, even twice at once, and for seven days', async () => {
  const { link } = await robbed();
  const both = await Promise.all([disown(link), disown(link)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await disown(link)).problem).toMatchObject(dead);

  const late = await robbed();
  ports.clock.move('7d');
  expect((await disown(late.link)).problem).toMatchObject(dead);
  expect((await call('GET /users/me', { token: late.fan.token })).status).toBe(401);
});

test('the link is no other kind of link, and no other kind is this one', async () => {
  const { link, fan } = await robbed();
  const reset = await call('POST /auth/users/reset', { body: { token: link, password: 'another horse' } });
  expect(reset.problem).toMatchObject(dead);
  await ok('POST /auth/users/forgot', { body: { email: fan.email } });
  await app.backend.runJobs();
  const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email));
  const token = mails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
  expect((await disown(token)).problem).toMatchObject(dead);
  expect((await call('GET /users/me', { token: fan.token })).status).toBe(200);
});

test('all other sessions end at once; this one and other people’s stay, also when pressed twice', async () => {
  const [fan, stranger] = [await makeFan(), await makeFan()];
  const others = [await openSession(fan.id), await openSession(fan.id)];
  ports.transport.clear();
  const end = () => call('DELETE /auth/sessions', { token: fan.token });
  expect((await Promise.all([end(), end()])).map(({ status }) => status)).toEqual([200, 200]);
  for (const { token } of others) expect((await call('GET /users/me', { token })).status).toBe(401);
  for (const { token } of [fan, stranger]) expect((await call('GET /users/me', { token })).status).toBe(200);
  expect(ports.transport.dropped.toSorted()).toEqual(
    others.map(({ sessionId }) => rooms.session(sessionId)).toSorted(),
  );
});

test('a session is listed with the country it was last used from', async () => {
  const fan = await makeFan();
  ports.geo.countries.set('198.51.100.78', 'PT');
  const { token } = await login(fan, { ip: '198.51.100.78' });
  const { data } = await ok('GET /auth/sessions', { token });
  expect(data.map(({ country, current }) => [country, current])).toEqual(
    expect.arrayContaining([
      ['PT', true],
      [null, false],
    ]),
  );
});
