import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { createPresence } from '#backend/presence.ts';
import { testBackend } from '../../setup/backend.ts';
import type { Person } from '../../setup/test-app.ts';

/* A creator whose mass messages opened a conversation with each of 50,000 followers, of whom every fiftieth is online. */
const followers = 50_000;
const app = await testBackend();
const { db, ports } = app;
let creator: Person;

beforeAll(async () => {
  creator = await app.makeCreator();
  const at = sql`${ports.clock.now().toISOString()}::timestamptz`;
  await db.execute(sql`INSERT INTO accounts (id, name, username, last_seen_at, created_at, updated_at)
    SELECT gen_random_uuid(), 'Fan ' || n, 'crowd-' || n, CASE WHEN n % 50 = 0 THEN ${at} END, ${at}, ${at} FROM generate_series(1, ${followers}::int) n`);
  const crowd = sql`FROM accounts WHERE username LIKE 'crowd-%'`;
  await db.execute(
    sql`INSERT INTO follows (follower_id, performer_id, created_at) SELECT id, ${creator.id}::uuid, ${at} ${crowd}`,
  );
  await db.execute(
    sql`INSERT INTO conversations (id, type, pair_key, created_at, updated_at) SELECT id, 'private', id::text, ${at}, ${at} ${crowd}`,
  );
  await db.execute(sql`INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at)
    SELECT id, ${creator.id}::uuid, id, to_timestamp(0) + random() * interval '9 days' ${crowd}
    UNION ALL SELECT id, id, ${creator.id}::uuid, ${at} ${crowd}`);
  await db.execute(sql`ANALYZE`);
}, 120_000);

/** Rows read so far of the tables, by any connection: each keeps its statistics to itself for up to ten seconds, unless it is told to write them. */
async function readUntilNow(tables: readonly string[]): Promise<number[]> {
  const connections = await Promise.all(
    Array.from({ length: app.pool.totalCount }, () => app.pool.connect()),
  );
  try {
    await Promise.all(connections.map((connection) => connection.query('SELECT pg_stat_force_next_flush()')));
  } finally {
    for (const connection of connections) connection.release();
  }
  const rows = await fetchRows<{ relname: string; rows: number }>(
    db.execute(
      sql`SELECT relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables`,
    ),
  );
  return tables.map((table) => rows.find(({ relname }) => relname === table)?.rows ?? 0);
}

test('somebody whom fifty thousand people follow comes and goes at the cost of their newest conversations', async () => {
  const presence = createPresence(app.ctx, app.hub, 10);
  const tables = ['accounts', 'conversation_members', 'follows', 'account_blocks'];
  const before = await readUntilNow(tables);
  const told = () => ports.transport.emitted.filter(({ event }) => event === 'presence/changed');
  presence.entered(creator.viewer);
  await vi.waitFor(() => expect(told()).not.toEqual([]), 10_000);
  presence.left(creator.viewer);
  await vi.waitFor(
    () => expect(told().some(({ payload }) => !(payload as { isOnline: boolean }).isOnline)).toBe(true),
    10_000,
  );
  // About twenty of the newest thousand are online, and are told twice.
  expect(told().length).toBeLessThan(150);
  const after = await readUntilNow(tables);
  const rows = after.map((count, at) => count - (before[at] ?? 0));
  expect(rows[1]).toBe(2_000);
  expect(Math.max(...rows)).toBeLessThan(6_000);
}, 60_000);
