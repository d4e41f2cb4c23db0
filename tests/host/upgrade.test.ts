import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName, is, isNull, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { before as first, migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { demoAccounts } from '#backend/domain/base/site/routes.ts';
import { jobKinds } from '#backend/jobs/kinds.ts';
import { openDatabase } from '#backend/node/database/database.ts';
import type { OpenDatabase } from '#backend/node/database/database.ts';
import { fileOf, run } from '../setup/child.ts';
import type { Program } from '../setup/child.ts';
import { freePort } from '../setup/killing.ts';
import { quiet } from '../setup/quiet.ts';
import { type KeptVersion, keptVersions, load, readKept } from '../upgrades/kept-version.ts';

/* The data folder of an earlier version, started with this one. */
const schemaFolder = new URL('../../src/backend/db/schema/', import.meta.url);

async function allTables(): Promise<PgTable[]> {
  const files = (readdirSync(schemaFolder, { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.ts'),
  );
  const modules = await Promise.all(
    files.map((file): Promise<object> => import(new URL(file, schemaFolder).href)),
  );
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
}

const countsOf = async ({ db }: OpenDatabase, names: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const [row] = await fetchRows<{ n: number }>(
          db.execute(sql`SELECT count(*)::int AS n FROM ${sql.identifier(name)}`),
        );
        return [name, row?.n ?? 0] as const;
      }),
    ),
  );

test('every migration but those since the last kept version has been tried on its data', () => {
  const last = keptVersions().at(-1)?.replace('.json.br', '');
  expect([first.last.tag, ...migrations.map(({ tag }) => tag)]).toContain(last);
});

describe.each(keptVersions())('%s', (file) => {
  let kept: KeptVersion;
  let folder = '';
  const programs: Program[] = [];
  const dataFolder = () => join(folder, 'data');
  const inDatabase = async <Result>(work: (open: OpenDatabase) => Promise<Result>): Promise<Result> => {
    const open = await openDatabase({ url: undefined, folder: join(dataFolder(), 'postgres'), log: quiet });
    try {
      return await work(open);
    } finally {
      await open.close();
    }
  };
  const operator = (...args: string[]) => {
    const program = run(fileOf('#backend/node/operator/operator.ts'), {
      args,
      env: { DATA_DIR: dataFolder(), SECRET: kept.secret },
    });
    return program.ended.then((code) => ({ code, text: `${program.stdout()}${program.stderr()}`.trim() }));
  };

  beforeAll(async () => {
    kept = readKept(file);
    folder = await mkdtemp(join(tmpdir(), 'limelight-upgrade-'));
    await chmod(folder, 0o755);
    // Years later, everything in it would be over.
    await writeFile(join(folder, 'clock'), String(Date.parse(kept.at) - Date.now()));
    await inDatabase(({ db }) => load(db, kept));
  }, 120_000);
  afterAll(async () => {
    for (const program of programs) program.process.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });

  test('has rows in every table of its time', () => {
    expect(kept.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test('migrates without losing a row, and every table can be read', async () => {
    await inDatabase(async (open) => {
      await migrate(open.db);
      const names = new Set((await allTables()).map((table) => getTableName(table)));
      const before = Object.fromEntries(
        kept.tables.filter(({ name }) => names.has(name)).map(({ name, rows }) => [name, rows.length]),
      );
      const after = await countsOf(open, Object.keys(before));
      expect(after).toEqual(before);
      for (const table of await allTables()) {
        const rows = await open.db.select().from(table).limit(10_000);
        expect(rows.length, getTableName(table)).toBeGreaterThanOrEqual(before[getTableName(table)] ?? 0);
      }
      const waiting = await open.db.select().from(jobs).where(isNull(jobs.doneAt));
      expect(waiting.filter(({ kind }) => kind !== 'kept' && !(kind in jobKinds))).toEqual([]);
    });
    expect(await operator('ledger', 'check')).toEqual({ code: 0, text: 'Everything adds up.' });
  });

  test('is a site where people find what they had', async () => {
    const port = await freePort();
    const server = run(fileOf('#backend/node/main.ts'), {
      env: {
        PORT: String(port),
        DATA_DIR: dataFolder(),
        SECRET: kept.secret,
        LIVE_UDP_PORT: '0',
        CLOCK_OFFSET_FILE: join(folder, 'clock'),
      },
    });
    programs.push(server);
    await server.says(/^ready /m);
    const site = `http://localhost:${port}`;
    for (const path of ['/', '/search', '/auctions', `/${demoAccounts.performer}`, '/auth/login']) {
      const page = await fetch(site + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.text()).toContain('<main');
    }
    const call = async (path: string, token?: string, body?: object) => {
      const response = await fetch(`${site}/api/v1${path}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...(token ? { authorization: token } : {}),
        },
      });
      const text = await response.text();
      expect([path, response.status, text.slice(0, 300)]).toEqual([
        path,
        expect.closeTo(200, -1),
        expect.anything(),
      ]);
      return (JSON.parse(text) as { data: never }).data;
    };
    const login = async (credentials: string) =>
      (
        (await call('/auth/login', undefined, { credentials, password: demoAccounts.password })) as {
          token: string;
        }
      ).token;
    const fan = await login(demoAccounts.user);
    const creator = await login(demoAccounts.performer);
    for (const path of [
      '/users/me',
      '/user/feeds',
      '/user/library',
      '/conversations',
      '/notifications',
      '/wallet/caps',
      '/autions/users/search',
    ])
      await call(path, fan);
    for (const path of [
      '/performers/me',
      '/performer/feeds',
      '/conversations?filter=requests',
      '/automatic-messages',
      '/scheduled-messages',
      '/payout-requests/user/search',
    ])
      await call(path, creator);
    // The secret still opens what it sealed.
    const { method } = (await call('/payout-requests/calculate', creator, {})) as {
      method: { bank: string };
    };
    expect(method.bank).toBe('Nordlicht Bank');
    const { data } = (await call('/conversations', fan)) as { data: { _id: string; canWrite: boolean }[] };
    const conversation = data.find(({ canWrite }) => canWrite)!;
    await call(`/messages/conversations/${conversation._id}`, fan, {
      conversationId: conversation._id,
      data: { text: 'Still here' },
    });
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toBe('');
    expect(await operator('ledger', 'check')).toEqual({ code: 0, text: 'Everything adds up.' });
  });
});
