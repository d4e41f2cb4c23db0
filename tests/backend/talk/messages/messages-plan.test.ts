import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { selectPage } from '#backend/domain/talk/messages/inbox/listing.ts';
import { testBackend } from '../../../setup/backend.ts';

const { db, makeCreator, ctxOf, ok } = await testBackend();

/** Fans who have each written one message to `creatorId`. */
async function crowd(creatorId: string, size: number): Promise<void> {
  await db.execute(
    sql`INSERT INTO accounts (id, name, username, created_at, updated_at) SELECT gen_random_uuid(), 'Fan ' || n, 'crowd-' || n, now(), now() FROM generate_series(1, ${size}::int) n`,
  );
  await db.execute(
    sql`INSERT INTO conversations (id, type, pair_key, last_seq, created_at, updated_at) SELECT id, 'private', id::text, 1, now(), now() FROM accounts WHERE username LIKE 'crowd-%'`,
  );
  await db.execute(sql`
    INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at)
    SELECT id, ${creatorId}::uuid, id, now() - random() * interval '9 days' FROM accounts WHERE username LIKE 'crowd-%'
    UNION ALL SELECT id, id, ${creatorId}::uuid, now() FROM accounts WHERE username LIKE 'crowd-%'`);
  await db.execute(
    sql`INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, text, created_at) SELECT id, id, id, ${creatorId}::uuid, 1, 'hello', now() FROM accounts WHERE username LIKE 'crowd-%'`,
  );
  await db.execute(sql`UPDATE conversations SET last_message_id = id WHERE pair_key = id::text`);
  await db.execute(sql`ANALYZE`);
}

test('a page of very many conversations is read from an index without sorting', async () => {
  const creator = await makeCreator();
  await crowd(creator.id, 5_000);
  const query = selectPage(ctxOf(creator.viewer, { country: 'SE' }), { limit: 25, offset: 0, filter: 'all' });
  const plan = (await fetchRows<Record<string, string>>(db.execute(sql`EXPLAIN ${query}`)))
    .map((row) => row['QUERY PLAN'])
    .join('\n');
  expect(plan).toContain('conversation_members_list');
  expect(plan).not.toContain('Sort');
  expect(await ok('GET /conversations', { token: creator.token, query: {} })).toMatchObject({
    total: 1_000,
    isMore: true,
  });
});
