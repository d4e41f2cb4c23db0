import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { follows } from '#backend/db/schema/community.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { notificationActors, notificationDigests, notifications } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { testBackend } from '../../../setup/backend.ts';
import { type Program, fileOf, run } from '../../../setup/child.ts';
import { freePort } from '../../../setup/killing.ts';

/* The real server's processes, killed while people follow and while digests are mailed. */
const kills = process.env.DEEP ? 5 : 1;
const app = await testBackend();
const { db, ports, makeFan, makeCreator } = app;
const PEOPLE = 300;

let folder = '';
let port = 0;
/** Also ends those that a failed test has left. */
const started: Program[] = [];
async function start(role: 'api' | 'jobs') {
  const env = {
    ROLE: role,
    DATABASE_URL: app.url,
    SECRET: 'only for this test, but long enough',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
  };
  const program = run(fileOf('#backend/node/main.ts'), { env });
  started.push(program);
  await program.says(/^ready /m);
  return {
    async kill() {
      program.process.kill('SIGKILL');
      await program.ended;
    },
  };
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-notifications-crash-'));
  port = await freePort();
  ports.clock.set(new Date());
});
afterAll(async () => {
  for (const program of started) program.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('a follow and its notification are there together or not at all', async () => {
  const creator = await makeCreator();
  const fans = await Promise.all(Array.from({ length: 40 }, () => makeFan()));
  let server = await start('api');
  const follow = (token: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/follows/${creator.id}`, {
      method: 'POST',
      headers: { authorization: token },
    }).then(
      ({ status }) => status,
      () => 0,
    );
  const answers: number[] = [];
  const all = Promise.all(
    fans.map(async ({ token }, at) => {
      await sleep(at * 25);
      answers.push(await follow(token));
    }),
  );
  await expect
    .poll(() => answers.filter((status) => status === 200).length, { interval: 5, timeout: 30_000 })
    .toBeGreaterThan(5);
  await server.kill();
  await all;
  expect(answers).toContain(0);
  const told = async () => {
    const actors = await db
      .select({ id: notificationActors.accountId })
      .from(notificationActors)
      .innerJoin(notifications, eq(notifications.id, notificationActors.notificationId))
      .where(eq(notifications.accountId, creator.id));
    return actors.map(({ id }) => id).toSorted();
  };
  const following = async () =>
    (await db.select({ id: follows.followerId }).from(follows).where(eq(follows.performerId, creator.id)))
      .map(({ id }) => id)
      .toSorted();
  expect(await told()).toEqual(await following());
  server = await start('api');
  for (const { token } of fans) await follow(token);
  expect(await told()).toEqual(fans.map(({ id }) => id).toSorted());
  const [row] = await db.select().from(notifications).where(eq(notifications.accountId, creator.id));
  expect(row?.count).toBe(fans.length);
  await server.kill();
}, 120_000);

test('a digest interrupted by a kill is mailed once to everyone, with everything', async () => {
  await db.delete(emailOutbox);
  await db.delete(notificationDigests);
  const moment = sql`${new Date(Date.now() - 1_000).toISOString()}::timestamptz`;
  await db.execute(sql`
    WITH people AS (
      INSERT INTO accounts (id, name, email, created_at, updated_at)
      SELECT gen_random_uuid(), 'One of many', 'digest-' || n || '@limelight.test', ${moment}, ${moment}
      FROM generate_series(1, ${PEOPLE}::int) AS n RETURNING id),
    due AS (INSERT INTO notification_digests (account_id, due_at) SELECT id, ${moment} FROM people)
    INSERT INTO notifications (id, account_id, type, text, has_actors, is_listed, digest, created_at, updated_at)
    SELECT gen_random_uuid(), people.id, 'referral', 'You earned ' || n || ' tokens.', false, true, 'waiting', ${moment}, ${moment}
    FROM people, generate_series(1, 2) AS n`);
  const mailed = async () =>
    db
      .select({ to: emailOutbox.to, text: emailOutbox.text })
      .from(emailOutbox)
      .where(sql`${emailOutbox.to} LIKE 'digest-%'`);
  for (let round = 0; round < kills; round += 1) {
    // Due now, and free of the lease of the process that was killed.
    await db
      .update(jobs)
      .set({ leasedUntil: null, runAt: new Date(0) })
      .where(eq(jobs.kind, 'digests-due'));
    const before = (await mailed()).length;
    const server = await start('jobs');
    await expect
      .poll(async () => (await mailed()).length, { interval: 5, timeout: 30_000 })
      .toBeGreaterThan(before);
    await server.kill();
    expect((await mailed()).length).toBeLessThan(PEOPLE);
  }
  await db
    .update(jobs)
    .set({ leasedUntil: null, runAt: new Date(0) })
    .where(eq(jobs.kind, 'digests-due'));
  const server = await start('jobs');
  await expect.poll(async () => (await mailed()).length, { timeout: 30_000 }).toBe(PEOPLE);
  await server.kill();
  const mails = await mailed();
  expect(new Set(mails.map(({ to }) => to)).size).toBe(PEOPLE);
  for (const { text } of mails) {
    expect(text).toContain('You earned 1 tokens.');
    expect(text).toContain('You earned 2 tokens.');
  }
}, 120_000);
