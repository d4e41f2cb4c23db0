import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { setSetting } from '#backend/domain/across/operator/settings.ts';
import { testBackend } from '../../../setup/backend.ts';
import { testPassword } from '../../../setup/test-app.ts';

const { call, ctx, db, ports, settings, makeFan } = await testBackend();
const operator = { ...ctx, actor: 'olga', actorId: null };
const hashed = (password: string) => createHash('sha256').update(password).digest('hex');

beforeEach(async () => {
  ports.clock.move('2h');
  await settings.set('passwordHashing', 'false');
});

const login = (credentials: string, password: string) =>
  call('POST /auth/login', { body: { credentials, password } }).then(({ status }) => status);
const hashOf = async (id: string) =>
  (await db.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, id)))[0]?.hash ?? '';
/** An account from before the hash's form was stored: a hash of whatever the browser sent. */
const older = async (arrived: string) => makeFan({ passwordHash: await ports.passwords.hash(arrived) });
/** Makes sure that no account has the older form. */
const renewAll = () => db.update(accounts).set({ passwordHash: null });

test('turning hashing in the browser on and off locks nobody out, and neither does a page loaded before the change', async () => {
  await renewAll();
  const before = await makeFan();
  await setSetting(operator, { key: 'passwordHashing', text: 'true' });
  const during = await makeFan();
  for (const { username } of [before, during]) {
    expect([
      await login(username, hashed(testPassword)),
      await login(username, testPassword),
      await login(username, hashed('wrong')),
    ]).toEqual([200, 200, 422]);
  }
  await setSetting(operator, { key: 'passwordHashing', text: 'false' });
  for (const { username } of [before, during])
    expect([await login(username, testPassword), await login(username, 'wrong')]).toEqual([200, 422]);
});

test("without the setting, a hash of the password isn't accepted as the password: a list stolen elsewhere opens nothing", async () => {
  const fan = await makeFan();
  expect(await login(fan.username, hashed(testPassword))).toBe(422);
});

test('a password stored in the older form is upgraded when it is next entered, and only if it is correct', async () => {
  const fan = await older(testPassword);
  const kept = await hashOf(fan.id);
  expect([await login(fan.username, 'wrong'), await hashOf(fan.id)]).toEqual([422, kept]);
  expect(await login(fan.username, testPassword)).toBe(200);
  const renewed = await hashOf(fan.id);
  expect(renewed).not.toBe(kept);
  expect([await login(fan.username, testPassword), await hashOf(fan.id)]).toEqual([200, renewed]);
  const other = await older(testPassword);
  expect(
    (
      await call('PUT /auth/users/me/password', {
        token: other.token,
        body: { source: testPassword, password: 'another password' },
      })
    ).status,
  ).toBe(200);
  await settings.set('passwordHashing', 'true');
  expect([
    await login(fan.username, hashed(testPassword)),
    await login(other.username, hashed('another password')),
  ]).toEqual([200, 200]);
});

test('one that was hashed by the browser is upgraded as well', async () => {
  await settings.set('passwordHashing', 'true');
  const fan = await older(hashed(testPassword));
  expect(await login(fan.username, hashed(testPassword))).toBe(200);
  await settings.set('passwordHashing', 'false');
  expect(await login(fan.username, testPassword)).toBe(200);
});

test('changing the setting is refused if it would lock accounts out, with their number, unless the operator insists', async () => {
  await renewAll();
  const [one, two] = [await older(testPassword), await older(testPassword)];
  await db.delete(auditLog);
  const sentence = /^2 accounts would be locked out/;
  await expect(setSetting(operator, { key: 'passwordHashing', text: 'true' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(sentence),
  });
  expect([(await settings.all()).passwordHashing, await db.$count(auditLog)]).toEqual(['false', 0]);
  // Setting the current value requires no confirmation.
  expect((await setSetting(operator, { key: 'passwordHashing', text: 'false' })).value).toBe('false');
  expect(await login(one.username, testPassword)).toBe(200);
  await expect(setSetting(operator, { key: 'passwordHashing', text: 'true' })).rejects.toMatchObject({
    message: expect.stringMatching(/^1 account would be locked out/),
  });
  expect((await setSetting(operator, { key: 'passwordHashing', text: 'true', isSure: true })).value).toBe(
    'true',
  );
  expect([
    await login(one.username, hashed(testPassword)),
    await login(two.username, hashed(testPassword)),
  ]).toEqual([200, 422]);
});
