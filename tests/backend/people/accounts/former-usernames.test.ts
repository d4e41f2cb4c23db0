import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, formerUsernames } from '#backend/db/schema/accounts.ts';
import { tidy } from '#backend/jobs/tidy.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const { call, ok, ctx, db, ports, makeCreator, makeFan, openSession } = await testBackend();

let names = 0;
const freshName = () => `name-${(names += 1)}`;
const rename = ({ id, token }: Person, username: string) =>
  call('PUT /performers/:id', { params: { id }, body: { username }, token });
const seen = async (name: string, viewer?: Person) =>
  call('GET /performers/:id', { params: { id: name }, token: viewer?.token });

test('for 30 days the old name leads to the creator, who answers with the new one', async () => {
  const [creator, fan, next] = [await makeCreator(), await makeFan(), freshName()];
  expect((await rename(creator, next)).status).toBe(200);
  for (const name of [creator.username, creator.username.toUpperCase(), next])
    expect((await seen(name)).data).toMatchObject({ _id: creator.id, username: next });
  expect(
    (await ok('GET /users/view/:id', { params: { id: creator.username }, token: fan.token })).username,
  ).toBe(next);
  ports.clock.move('31d');
  expect((await seen(creator.username)).status).toBe(404);
  await tidy(ctx);
  expect(await db.select().from(formerUsernames).where(eq(formerUsernames.accountId, creator.id))).toEqual(
    [],
  );
});

test('meanwhile nobody else can take it, by joining or by renaming; its owner can', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()];
  const next = freshName();
  await rename(creator, next);
  const taken = await rename(other, creator.username);
  expect([taken.status, taken.problem.errors?.[0]?.field]).toEqual([422, 'username']);
  const joined = await call('POST /auth/users/register', {
    body: {
      name: 'Impostor',
      username: creator.username,
      email: 'impostor@example.com',
      password: 'a fine long password 7',
    },
  });
  expect(joined.status).toBe(422);
  expect((await rename(creator, creator.username)).status).toBe(200);
  expect((await seen(creator.username)).data.username).toBe(creator.username);
  expect((await seen(next)).data.username).toBe(creator.username);
  ports.clock.move('31d');
  const { token } = await openSession(other.id, 1);
  expect((await rename({ ...other, token }, next)).status).toBe(200);
});

test('a profile that is closed stays closed under its old name, with the same answer as for no name', async () => {
  const creator = await makeCreator();
  await rename(creator, freshName());
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
  expect((await seen(creator.username)).text).toBe((await seen('nobody-ever')).text);
});

test('five changes in 30 days; saving the same name isn’t one, and a refused change changes nothing', async () => {
  const creator = await makeCreator();
  for (let change = 0; change < 5; change += 1) expect((await rename(creator, freshName())).status).toBe(200);
  const { username: last } = (await seen(creator.id)).data;
  expect((await rename(creator, last)).status).toBe(200);
  expect((await rename(creator, freshName())).status).toBe(429);
  expect((await seen(creator.id)).data.username).toBe(last);
});

test('a name left by one and wanted by many at once goes to nobody before its time', async () => {
  const creator = await makeCreator();
  const others = await Promise.all([makeCreator(), makeCreator(), makeCreator()]);
  const results = await Promise.all([
    rename(creator, freshName()),
    ...others.map((other) => rename(other, creator.username)),
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 422, 422, 422]);
});
