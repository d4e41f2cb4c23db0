import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runningPostgres, startEmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import type { EmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import { isAlive } from '#backend/node/process/process-state.ts';
import { fileOf, run } from '../setup/child.ts';
import { quiet } from '../setup/quiet.ts';

let folder = '';
const running: EmbeddedPostgres[] = [];
const start = async (at = folder): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ folder: at, log: quiet });
  running.push(server);
  return server;
};
const query = async (server: Pick<EmbeddedPostgres, 'connection'>, text: string) => {
  const client = new Client(server.connection('postgres'));
  client.on('error', () => {});
  await client.connect();
  return client.query(text).finally(() => client.end());
};
const retried = async <T>(work: () => Promise<T>, withinMs: number): Promise<T> => {
  for (const until = Date.now() + withinMs; ; await sleep(20)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-pg-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the embedded PostgreSQL', () => {
  test('keeps committed data across stops and starts, and notifies no sibling once it is stopped', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept (n int)');
    await query(first, 'INSERT INTO kept VALUES (1)');
    expect(await runningPostgres(folder)).not.toBeNull();
    await first.stop();
    expect(isAlive(first.pid())).toBe(false);
    expect(await runningPostgres(folder)).toBeNull();
    expect((await query(await start(), 'SELECT n FROM kept')).rows).toEqual([{ n: 1 }]);
  });

  test('is written durably', async () => {
    const { rows } = await query(
      await start(),
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')",
    );
    expect(
      Object.fromEntries(rows.map((row: { name: string; setting: string }) => [row.name, row.setting])),
    ).toEqual({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', listen_addresses: '' });
  });

  const kills = process.env.DEEP ? 20 : 3;
  test(`is back within five seconds of kill -9, ${kills} times, with everything that was acknowledged`, async () => {
    const server = await start();
    await query(server, 'CREATE TABLE IF NOT EXISTS acknowledged (n int)');
    let written = 0;
    for (let round = 0; round < kills; round++) {
      const writing = (async () => {
        for (;;) {
          await query(server, `INSERT INTO acknowledged VALUES (${written})`);
          written += 1;
        }
      })().catch(() => {});
      await sleep(150);
      process.kill(server.pid(), 'SIGKILL');
      await writing;
      const { rows } = await retried(
        () => query(server, 'SELECT count(DISTINCT n)::int AS kept FROM acknowledged'),
        5_000,
      );
      // One more row than confirmed may have been written; it is written again with the same number.
      expect((rows[0] as { kept: number }).kept).toBeGreaterThanOrEqual(written);
    }
    expect(written).toBeGreaterThan(kills);
  });

  test('of a killed process is taken over while it runs', async () => {
    const program = join(folder, 'starter.ts');
    await writeFile(
      program,
      `import { startEmbeddedPostgres } from ${JSON.stringify(fileOf('#backend/node/database/embedded-postgres.ts'))};
      const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log: { info() {}, warn() {}, error() {} } });
      console.log('pid ' + server.pid());
      setInterval(() => {}, 1000);`,
    );
    const owner = run(program);
    const pid = Number(/pid (\d+)/.exec(await owner.says(/pid \d+\n/))?.[1]);
    owner.process.kill('SIGKILL');
    await owner.ended;
    expect(isAlive(pid)).toBe(true);
    const heir = await start();
    expect(heir.pid()).toBe(pid);
    await heir.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('starts even if the process id it left behind now belongs to another process', async () => {
    const first = await start();
    await query(first, 'SELECT 1');
    process.kill(first.pid(), 'SIGKILL');
    running.length = 0;
    await first.stop();
    await writeFile(join(folder, 'data', 'postmaster.pid'), `${process.pid}\n${join(folder, 'data')}\n`);
    expect((await query(await start(), 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('runs in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    expect((await query(await start(deep), 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test.runIf(process.getuid?.() === 0)("runs in a folder that its account can't enter", async () => {
    const closed = await mkdtemp(join(tmpdir(), 'limelight-closed-'));
    const server = await start(join(closed, 'inside'));
    expect((await query(server, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    const { rows } = await query(server, "SELECT setting FROM pg_settings WHERE name = 'data_directory'");
    await server.stop();
    await rm((rows[0] as { setting: string }).setting, { recursive: true });
    await rm(closed, { recursive: true });
  });
});

describe('the data folder of a server that died', () => {
  const dead = async (spoil: (data: string) => Promise<void>) => {
    const own = await mkdtemp(join(tmpdir(), 'limelight-spoilt-'));
    await chmod(own, 0o755);
    const told: string[] = [];
    const server = await startEmbeddedPostgres({
      folder: own,
      log: { ...quiet, error: (_message, facts) => void told.push(String(facts?.['reason'])) },
    });
    process.kill(server.pid(), 'SIGSTOP');
    await spoil(join(own, 'data'));
    process.kill(server.pid(), 'SIGKILL');
    return { own, server, told };
  };
  test.each([
    ['is gone', (data: string) => rename(data, `${data}.away`), /isn't there anymore/],
    [
      'was made by a version that this one can’t restore',
      (data: string) => writeFile(join(data, 'PG_VERSION'), '12\n'),
      /is one of PostgreSQL 12; this version brings PostgreSQL \d+/,
    ],
    [
      'isn’t whole',
      (data: string) => rename(join(data, 'global', 'pg_control'), join(data, 'global', 'pg_control.away')),
      /isn't whole/,
    ],
  ])(
    'that %s is reported clearly, and not replaced; once repaired, it starts',
    async (_name, spoil, sentence) => {
      const { own, server, told } = await dead(spoil);
      try {
        await expect.poll(() => told.some((each) => sentence.test(each)), { timeout: 20_000 }).toBe(true);
        for (const part of ['data', join('data', 'global', 'pg_control')])
          if (existsSync(join(own, `${part}.away`))) await rename(join(own, `${part}.away`), join(own, part));
        if (existsSync(join(own, 'data', 'PG_VERSION')))
          await writeFile(join(own, 'data', 'PG_VERSION'), '18\n');
        expect((await retried(() => query(server, 'SELECT 1 AS one'), 20_000)).rows).toEqual([{ one: 1 }]);
      } finally {
        await server.stop();
        await rm(own, { recursive: true, force: true });
      }
    },
  );
});
