import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { connect } from '#backend/node/database/database.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { quiet } from '../../setup/quiet.ts';
import { makeTestApp } from '../../setup/test-app.ts';

const app = await makeTestApp();

test('a change is visible within two seconds elsewhere, and at once where it was made', async () => {
  let time = 0;
  const [here, elsewhere] = [createSettings(app.db, () => time), createSettings(app.db, () => time)];
  expect((await elsewhere.all()).tokenRate).toBe(20);
  await here.set('tokenRate', 25);
  expect((await here.all()).tokenRate).toBe(25);
  expect((await elsewhere.all()).tokenRate).toBe(20);
  time = 2_000;
  expect((await elsewhere.all()).tokenRate).toBe(25);
  await here.set('tokenRate', 20);
});

test('text that looks like a number or a boolean stays text', async () => {
  for (const name of ['2026', 'true', 'null', '"quoted"', '{"a":1}']) {
    await app.settings.set('siteName', name);
    expect((await createSettings(app.db).all()).siteName).toBe(name);
  }
  await app.settings.set('passwordHashing', 'true');
  expect((await createSettings(app.db).all()).passwordHashing).toBe('true');
  await app.settings.set('siteName', 'Limelight');
});

test('unknown names and values out of range are rejected with a message', async () => {
  await expect(app.settings.set('tokenrate', 5)).rejects.toMatchObject({
    status: 422,
    message: 'There is no setting called tokenrate.',
  });
  await expect(app.settings.set('tokenRate', 0)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^tokenRate: /),
  });
  await expect(app.settings.set('toString', 0)).rejects.toMatchObject({ status: 422 });
});

test("as many transactions as connections, all needing to reload the settings, don't deadlock", async () => {
  const open = connect({ ...app.connection, max: 3, connectionTimeoutMillis: 3_000 }, quiet);
  let time = 0;
  const settings = createSettings(open.db, () => time);
  const ctx = { ...app.ctx, db: open.db, settings };
  const round = () =>
    Promise.all(
      Array.from({ length: 12 }, () =>
        transaction(ctx, async (tx) => {
          await tx.db.execute('SELECT pg_sleep(0.01)');
          time += 3_000;
          return (await tx.settings.all()).siteName;
        }),
      ),
    );
  expect(new Set(await round())).toEqual(new Set(['Limelight']));
  await open.close();
});
