import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder } from '#backend/node/database/lock.ts';
import { fileOf, run } from '../setup/child.ts';

let folder = '';
const taken = createServer();
let takenPort = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-start-'));
  // The database may run under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  await new Promise<void>((resolve) => taken.listen(0, () => resolve()));
  takenPort = (taken.address() as { port: number }).port;
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

/** The error output of a start that must fail. */
async function complaintOf(env: Record<string, string>): Promise<string> {
  const server = run(fileOf('#backend/node/main.ts'), {
    env: { PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
  });
  expect(await server.ended).toBe(1);
  return server.stderr();
}
const oneSentence = /^[^\n]+[^\n\s]\n$/;

test('a port in use', async () => {
  expect(await complaintOf({ PORT: String(takenPort) })).toBe(
    `Port ${takenPort} is already in use: stop what uses it, or set another PORT.\n`,
  );
});

test("an address that doesn't belong to this machine", async () => {
  expect(await complaintOf({ PORT: '41999', HOST: '192.0.2.1' })).toBe(
    "HOST 192.0.2.1 isn't an address of this machine.\n",
  );
});

test('a data folder in use', async () => {
  const data = join(folder, 'used');
  const lock = await lockFolder(data);
  const said = await complaintOf({ DATA_DIR: data });
  expect(said).toBe(
    `The data folder ${data} is in use by another process (${process.pid}): stop that one first, or set another DATA_DIR.\n`,
  );
  await lock.release();
});

test('a data folder that is a file', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await complaintOf({ DATA_DIR: join(folder, 'file') })).toMatch(oneSentence);
});

test.skipIf(process.getuid?.() === 0)('a data folder without permission', async () => {
  await mkdir(join(folder, 'closed'));
  await chmod(join(folder, 'closed'), 0o500);
  expect(await complaintOf({ DATA_DIR: join(folder, 'closed', 'data') })).toMatch(
    /^Can't write to the data folder .*: give this account the right to, or set another DATA_DIR\.\n$/,
  );
});

test.each([
  [
    'nobody listens',
    'postgres://me:sesame@127.0.0.1:1/limelight',
    /^Can't connect to the PostgreSQL of DATABASE_URL \(127\.0\.0\.1:1\/limelight\): connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  ],
  [
    'no such host',
    'postgres://me:sesame@nowhere.invalid/limelight',
    /^Can't connect to the PostgreSQL of DATABASE_URL \(nowhere\.invalid:5432\/limelight\): getaddrinfo E\w+ nowhere\.invalid\n$/,
  ],
  [
    'no address at all',
    'postgres://me:sesame@[half/limelight',
    /^DATABASE_URL is not an address that PostgreSQL understands/,
  ],
  [
    'another kind of database',
    'mysql://me:sesame@127.0.0.1/limelight',
    /^The environment isn't right: DATABASE_URL must be an address like postgres:/,
  ],
])('a broken DATABASE_URL: %s', async (_what, url, words) => {
  const said = await complaintOf({ DATABASE_URL: url });
  expect(said).toMatch(oneSentence);
  expect(said).toMatch(words);
  expect(said).not.toContain('sesame');
});

test("Redis that isn't reachable", async () => {
  const said = await complaintOf({ REDIS_URL: 'redis://127.0.0.1:1' });
  expect(said).toBe("Can't connect to the Redis of REDIS_URL: connect ECONNREFUSED 127.0.0.1:1\n");
});

test('several invalid settings, reported together', async () => {
  expect(await complaintOf({ PORT: 'many', DEMO: 'yes' })).toBe(
    "The environment isn't right: PORT must be a port from 0 to 65535; DEMO is 0 or 1.\n",
  );
});
