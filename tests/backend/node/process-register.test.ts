import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#config/env.ts';
import { rowsOf } from '#backend/db/db.ts';
import { registerProcess } from '#backend/node/process/process-register.ts';
import { testDatabase } from '../../setup/database.ts';
import { RecordedLog } from '../../setup/fake-ports.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'limelight-register-'));
const ends: (() => Promise<void>)[] = [];
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
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
  ends.push(await registerProcess({ env, db, log }));
  return log.lines.map(({ message }) => message);
}
const there = async () =>
  (await rowsOf<{ count: number }>(db.execute(sql`SELECT count(*)::int AS count FROM processes`)))[0]?.count;
const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'limelight',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
};

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
