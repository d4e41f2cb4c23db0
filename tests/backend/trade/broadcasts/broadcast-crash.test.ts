import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { deliverBroadcast } from '#backend/domain/trade/broadcasts/delivery.ts';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { type Program, fileOf, run } from '../../../setup/child.ts';

/*
 * A broadcast is delivered, and then taken back, by the real server in a process of its own, which is killed
 * after every few batches and started again.
 */
const size = process.env.DEEP ? 20_000 : 1_000;
const kills = process.env.DEEP ? 6 : 1;
const app = await testBackend();
const { db, ports } = app;
const { send, town, crowd, copies, results, unsend } = broadcastsIn(app);

let folder = '';
let port = 0;
let server: Program | null = null;

async function start(): Promise<void> {
  const env = {
    DATABASE_URL: app.url,
    SECRET: 'only for this test, but long enough',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    ROLE: 'jobs',
  };
  // What the killed process had leased is free at once, as it would be half a minute later.
  await db.execute(
    sql`UPDATE jobs SET leased_until = NULL, run_at = now() WHERE kind LIKE 'broadcast-%' AND done_at IS NULL`,
  );
  server = run(fileOf('#backend/node/main.ts'), { env });
}
async function kill(): Promise<void> {
  server?.process.kill('SIGKILL');
  await server?.ended;
  server = null;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-broadcast-crash-'));
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  port = (probe.address() as { port: number }).port;
  probe.close();
  ports.clock.set(new Date());
}, 60_000);
afterAll(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true });
});

const countOf = async (id: string, state: string): Promise<number> => {
  const [row] = await fetchRows<{ count: number }>(
    db.execute(
      sql`SELECT count(*)::int AS count FROM broadcast_recipients WHERE broadcast_id = ${id} AND state = ${state}`,
    ),
  );
  return row?.count ?? 0;
};

/** Kills the server each time so many more fans are in a state, and starts it once more. */
async function killing(id: string, state: string): Promise<void> {
  for (let goal = 1; goal < size; goal += size / kills) {
    await start();
    for (const until = Date.now() + 30_000; Date.now() < until && (await countOf(id, state)) < goal;)
      await sleep(2);
    await kill();
  }
  await start();
}

test('killed again and again, every fan gets it once; and again while it is unsent', async () => {
  const { creator } = await town(1);
  await crowd(creator, size - 1);
  const { _id: id } = await send(creator);
  await killing(id, 'delivered');
  await expect.poll(async () => (await results(creator, id)).state, { timeout: 60_000 }).toBe('sent');
  await kill();
  expect(await results(creator, id)).toMatchObject({ recipients: size, delivered: size });
  expect(await copies(creator)).toEqual({ 1: size });
  await unsend(creator, id);
  await killing(id, 'unsent');
  await expect.poll(async () => (await results(creator, id)).state, { timeout: 60_000 }).toBe('unsent');
  expect(await countOf(id, 'unsent')).toBe(size);
  const [left] = await fetchRows<{ messages: number; unread: number }>(
    db.execute(sql`
      SELECT (SELECT count(*)::int FROM messages WHERE sender_id = ${creator.id} AND deleted_at IS NULL) AS messages,
        (SELECT sum(unread)::int FROM conversation_members WHERE other_id = ${creator.id}) AS unread`),
  );
  expect(left).toEqual({ messages: 0, unread: 0 });
}, 240_000);

test('who loses access while a slow job is at work gets nothing from then on', async () => {
  const { creator } = await town(0);
  await crowd(creator, 1_200);
  const { _id: id } = await send(creator);
  const stop = new AbortController();
  // The job dies after its first batch, and those of whom the rest consists are suspended before another.
  let turns = 0;
  const signal = Object.assign(stop.signal, {
    throwIfAborted() {
      turns += 1;
      if (turns > 1) throw new Error('the process is stopping');
    },
  });
  await expect(deliverBroadcast(app.ctx, { broadcastId: id }, { signal })).rejects.toThrow('stopping');
  const batch = await countOf(id, 'delivered');
  expect(batch).toBeGreaterThan(0);
  expect(batch).toBeLessThan(700);
  await db.execute(sql`
    UPDATE accounts SET suspended_at = now() WHERE id IN (
      SELECT account_id FROM broadcast_recipients WHERE broadcast_id = ${id} AND state = 'waiting' ORDER BY account_id LIMIT 300)`);
  await db.execute(sql`
    INSERT INTO account_blocks (blocker_id, blocked_id, created_at)
    SELECT account_id, ${creator.id}::uuid, now() FROM broadcast_recipients
    WHERE broadcast_id = ${id} AND state = 'waiting' ORDER BY account_id DESC LIMIT 200`);
  await app.backend.runJobs();
  expect(await results(creator, id)).toMatchObject({ state: 'sent', recipients: 1_200, delivered: 700 });
  expect(await countOf(id, 'skipped')).toBe(500);
  expect(await copies(creator)).toEqual({ 0: 500, 1: 700 });
});
