import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readEnv } from '#config/env.ts';
import { fetchRows } from '#backend/db/db.ts';
import { type OpenDatabase, openDatabase } from '#backend/node/database/database.ts';
import { type ProbedClient, detectConnectionMode } from '#backend/node/database/pooler.ts';
import { openBackend } from '#backend/node/open-backend.ts';
import { createUndo } from '#backend/node/operator/undo.ts';
import { testBackend } from '../../setup/backend.ts';
import { pgbouncer } from '../../setup/pgbouncer.ts';
import { quiet } from '../../setup/quiet.ts';

const app = await testBackend();
app.ports.clock.set(new Date());
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('a pooler that shares connections is recognized', () => {
  /** A connection that was told `processID`, and whose queries the given server processes answer in turn. */
  const connection = (processID: number, pids: readonly number[]): ProbedClient => {
    let turn = 0;
    return {
      processID,
      query: async () => ({ rows: [{ pid: pids[Math.min(turn++, pids.length - 1)] ?? 0 }] }),
    };
  };
  test.each([
    { how: 'by one server process for two connections', one: [9], other: [9], way: 'transaction' },
    { how: 'by a connection whose server process changes', one: [9, 8], other: [7], way: 'transaction' },
    { how: 'also when that happens late', one: [9, 9, 9, 8], other: [7], way: 'transaction' },
    { how: 'and one that keeps them for a session isn’t taken for it', one: [9], other: [7], way: 'session' },
  ])('$how', async ({ one, other, way }) => {
    expect(await detectConnectionMode(connection(1, one), async () => connection(2, other))).toBe(way);
  });
  test('and the server itself is asked once', async () => {
    const another = vi.fn();
    expect(await detectConnectionMode(connection(9, [9]), another)).toBe('server');
    expect(another).not.toHaveBeenCalled();
  });
});

async function pooled(mode: 'session' | 'transaction'): Promise<string | null> {
  const pooler = await pgbouncer(app.url, mode);
  if (!pooler) return null;
  ends.push(pooler.stop);
  await vi.waitFor(
    async () => {
      const opened = await openDatabase({ url: pooler.url, listenUrl: app.url, folder: '', log: quiet });
      await opened.close();
    },
    { timeout: 10_000, interval: 100 },
  );
  return pooler.url;
}
const absent = 'skipped: no pgbouncer';

test('one is refused without a way past it, in one sentence', async (context) => {
  const url = await pooled('transaction');
  if (!url) return context.skip(absent);
  const refused = /leads to a pooler that shares connections.*set DATABASE_LISTEN_URL/;
  await expect(openDatabase({ url, folder: '', log: quiet })).rejects.toThrow(refused);
  await expect(openDatabase({ url, listenUrl: url, folder: '', log: quiet })).rejects.toThrow(refused);
});

test('one that keeps connections for a session needs nothing', async (context) => {
  const url = await pooled('session');
  if (!url) return context.skip(absent);
  const opened: OpenDatabase = await openDatabase({ url, folder: '', log: quiet });
  ends.push(opened.close);
  expect(await fetchRows(opened.db.execute(sql`SELECT 1 AS one`))).toEqual([{ one: 1 }]);
});

async function backendAt(url: string) {
  const undo = createUndo(quiet);
  ends.push(() => undo.run());
  const folder = await mkdtemp(join(tmpdir(), 'limelight-pooler-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const env = readEnv({
    DATABASE_URL: url,
    DATABASE_LISTEN_URL: app.url,
    SECRET: 'a secret that both of them have alike',
    DATA_DIR: folder,
    DEMO: '0',
    LIVE: 'off',
  });
  const { backend, live } = await openBackend({ env, log: quiet, undo, printStep: () => {} });
  const server = createServer();
  live.serve(server, backend, () => ({ ip: '127.0.0.1' }));
  undo.add(() => live.disconnect());
  return { backend, live };
}

test('with one, many calls at once are answered, and events reach the other process', async (context) => {
  const url = await pooled('transaction');
  if (!url) return context.skip(absent);
  const [one, other] = [await backendAt(url), await backendAt(url)];
  const people = await Promise.all(Array.from({ length: 4 }, () => app.makeFan()));
  const statuses = await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      const request = new Request(`http://localhost/api/v1/users/me`, {
        headers: { authorization: people[at % 4]?.token ?? '' },
      });
      return (await (at % 2 ? one : other).backend.fetch(request, { ip: '127.0.0.1' })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const heard = vi.fn(async () => 'heard');
  other.live.calls.answer('test', heard);
  expect(await one.live.calls.ask('test', {})).toBe('heard');
});
