import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readEnv } from '#config/env.ts';
import { fetchRows } from '#backend/db/db.ts';
import { findsLive, registerProcess } from '#backend/node/process/process-register.ts';
import { testDatabase } from '../../setup/database.ts';
import { RecordedLog } from '../../setup/fake-ports.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'limelight-register-'));
const ends: (() => Promise<void>)[] = [];
/** Killed processes that another one noticed. */
let losses = 0;
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  losses = 0;
  for (const end of ends.splice(0)) await end();
  await db.execute(sql`DELETE FROM processes`);
});

/** Starts a process; returns its warnings. */
async function begin(more: Record<string, string>): Promise<string[]> {
  const log = new RecordedLog();
  const env = readEnv({
    DATABASE_URL: 'postgres://localhost/x',
    SECRET: 'a secret that all of them have alike',
    ROLE: 'api',
    ...more,
  });
  ends.push(await registerProcess({ env, db, log, onLoss: () => (losses += 1) }));
  return log.lines.map(({ message }) => message);
}
const there = async () =>
  (await fetchRows<{ count: number }>(db.execute(sql`SELECT count(*)::int AS count FROM processes`)))[0]
    ?.count;
const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'limelight',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
};

test('a process that carries streams is found while it runs', async () => {
  const isCarried = findsLive(db, 0);
  await begin({ ...s3 });
  expect(await isCarried()).toBe(false);
  await begin({ ...s3, ROLE: 'live' });
  expect(await isCarried()).toBe(true);
  await db.execute(sql`UPDATE processes SET seen_at = now() - interval '1 minute' WHERE role = 'live'`);
  expect(await isCarried()).toBe(false);
});

test('processes that share a folder (under any name) or a bucket log nothing', async () => {
  await mkdir(join(folder, 'shared'));
  await symlink(join(folder, 'shared'), join(folder, 'mounted'));
  expect(
    await Promise.all([
      begin({ DATA_DIR: join(folder, 'shared') }),
      begin({ DATA_DIR: join(folder, 'mounted') }),
      begin({ DATA_DIR: join(folder, 'shared'), ROLE: 'jobs' }),
    ]),
  ).toEqual([[], [], []]);
  for (const end of ends.splice(0)) await end();
  expect([await begin(s3), await begin({ ...s3, DATA_DIR: join(folder, 'other') }), await there()]).toEqual([
    [],
    [],
    2,
  ]);
});

test('one that stores files elsewhere warns, and names both places', async () => {
  await begin({ DATA_DIR: join(folder, 'one') });
  const [warning] = await begin({ DATA_DIR: join(folder, 'two') });
  expect(warning).toMatch(
    new RegExp(
      `^This process stores files in ${folder}/two on .+, another on the same database in ${folder}/one on .+: files uploaded to one are missing`,
    ),
  );
  expect((await begin(s3))[0]).toMatch(
    /stores files in the bucket limelight of https:\/\/s3\.example\.com, another on the same database in .*one on .* and .*two on /,
  );
});

test("processes that ended, have been silent for a while, or only serve pages don't count", async () => {
  await begin({ DATA_DIR: join(folder, 'one') });
  await ends.splice(0)[0]?.();
  expect(await there()).toBe(0);
  await begin({ DATA_DIR: join(folder, 'one') });
  await db.execute(sql`UPDATE processes SET seen_at = now() - interval '2 minutes'`);
  expect(await begin({ DATA_DIR: join(folder, 'two') })).toEqual([]);
  expect(await begin({ DATA_DIR: join(folder, 'three'), ROLE: 'web' })).toEqual([]);
  await db.execute(sql`UPDATE processes SET seen_at = now() - interval '2 days'`);
  await begin({ DATA_DIR: join(folder, 'three') });
  expect(await there()).toBe(1);
});

test('a process that only serves pages is listed, too, and its files aren’t anybody’s concern', async () => {
  expect(await begin({ DATA_DIR: join(folder, 'pages'), ROLE: 'web' })).toEqual([]);
  expect(await begin({ DATA_DIR: join(folder, 'calls') })).toEqual([]);
  const rows = await fetchRows(db.execute(sql`SELECT role, store FROM processes ORDER BY role DESC`));
  expect(rows).toMatchObject([{ role: 'web', store: 'no files' }, { role: 'api' }]);
});

test('a second process that carries streams warns', async () => {
  const shared = { DATA_DIR: join(folder, 'streams') };
  expect(await begin({ ...shared, ROLE: 'live' })).toEqual([]);
  expect(await begin({ ...shared, ROLE: 'api' })).toEqual([]);
  expect(await begin({ ...shared, ROLE: 'live' })).toEqual([
    expect.stringMatching(/^Another process with ROLE=live/),
  ]);
});

test('one that was killed is noticed by the others once; one that ended properly, never', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    await begin(s3);
    await ends.splice(0)[0]?.();
    await begin(s3);
    await begin(s3);
    const beat = async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      await expect
        .poll(async () => (await fetchRows(db.execute(sql`SELECT 1 FROM processes`))).length)
        .toBeGreaterThan(1);
    };
    await beat();
    expect(losses).toBe(0);
    await db.execute(sql`
      INSERT INTO processes (id, role, host, store_id, store, started_at, seen_at)
      VALUES (gen_random_uuid(), 'api', 'gone', 'x', 'x', now(), now() - interval '21 seconds')`);
    await beat();
    await expect.poll(() => losses).toBe(1);
    await beat();
    expect([losses, await there()]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('one that was stopped for a while enters itself again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    await begin(s3);
    await db.execute(sql`DELETE FROM processes`);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(there).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
