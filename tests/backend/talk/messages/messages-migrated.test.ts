import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { migrations } from '#backend/db/migrations.ts';
import { testDatabase } from '../../../setup/database.ts';

const { db } = await testDatabase();
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('messages written before they could be searched name the other member as their recipient', async () => {
  const at = migrations.findIndex(({ tag }) => tag.endsWith('_message_search'));
  await db.execute(sql`DROP SCHEMA public CASCADE`);
  await db.execute(sql`CREATE SCHEMA public`);
  await migrate(db, migrations.slice(0, at));
  await db.execute(
    sql`INSERT INTO accounts (id, name, username, created_at, updated_at) SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P' || n, 'p' || n, now(), now() FROM generate_series(1, 3) n`,
  );
  for (const [talk, one, other] of [
    [11, 1, 2],
    [12, 1, 3],
  ] as const) {
    await db.execute(
      sql`INSERT INTO conversations (id, type, pair_key, last_seq, created_at, updated_at) VALUES (${id(talk)}, 'private', ${`${one}:${other}`}, 2, now(), now())`,
    );
    await db.execute(
      sql`INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at) VALUES (${id(talk)}, ${id(one)}, ${id(other)}, now()), (${id(talk)}, ${id(other)}, ${id(one)}, now())`,
    );
    await db.execute(
      sql`INSERT INTO messages (id, conversation_id, sender_id, seq, text, created_at) VALUES (${id(talk * 10 + 1)}, ${id(talk)}, ${id(one)}, 1, 'Old words', now()), (${id(talk * 10 + 2)}, ${id(talk)}, ${id(other)}, 2, 'Old answer', now())`,
    );
  }
  // Full pages: the migration's update leaves the old versions of rows where the index is built over them.
  await db.execute(
    sql`INSERT INTO messages (id, conversation_id, sender_id, seq, text, created_at) SELECT ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, ${id(11)}, ${id(1)}, n, repeat('word ', 40), now() FROM generate_series(3, 500) n`,
  );
  await migrate(db);
  const rows = await fetchRows<{ id: string; recipient_id: string; change: number }>(
    db.execute(sql`SELECT id, recipient_id, change FROM messages WHERE seq < 3 ORDER BY id`),
  );
  expect(rows).toEqual([
    { id: id(111), recipient_id: id(2), change: 0 },
    { id: id(112), recipient_id: id(1), change: 0 },
    { id: id(121), recipient_id: id(3), change: 0 },
    { id: id(122), recipient_id: id(1), change: 0 },
  ]);
});
