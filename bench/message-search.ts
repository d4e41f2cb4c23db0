import type { Client } from 'pg';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { percentile } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const total = 1_000_000;
const conversations = 20_000;
const perConversation = total / conversations;
const people = 20_000;
const requests = 40;

/**
 * A million messages of 24 words in 20,000 conversations, every fifth with one busy creator. Words are as
 * frequent as in a language: the twentieth most common one is in half of the messages, most are in a few.
 * Inserted directly into the database with triggers and the index off, because writing them through the API
 * would take hours.
 */
async function makeMessages(db: Client, busyId: string, quietId: string): Promise<void> {
  await db.query('SET session_replication_role = replica');
  const { rows } = await db.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'messages_words'",
  );
  await db.query('DROP INDEX messages_words');
  await db.query(
    `CREATE TEMP TABLE bench_people AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${people}) n`,
  );
  await db.query(
    'UPDATE bench_people SET id = CASE n WHEN 1 THEN $1::uuid ELSE $2::uuid END WHERE n IN (1, 206)',
    [busyId, quietId],
  );
  await db.query(`INSERT INTO accounts (id, username, name, is_performer, created_at, updated_at)
    SELECT id, 'talker-' || n, 'Person ' || n, n <= 200, now(), now() FROM bench_people WHERE n NOT IN (1, 206)`);
  await db.query(`CREATE TEMP TABLE bench_talks AS
    SELECT gen_random_uuid() AS id, k, c.id AS creator, f.id AS fan FROM generate_series(1, ${conversations}) k
      JOIN bench_people c ON c.n = CASE WHEN k % 5 = 0 THEN 1 ELSE 2 + k % 199 END JOIN bench_people f ON f.n = 201 + k % ${people - 201}`);
  await db.query(`INSERT INTO conversations (id, type, pair_key, last_seq, created_at, updated_at)
    SELECT id, 'private', id::text, ${perConversation}, now(), now() FROM bench_talks`);
  await db.query(`INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at)
    SELECT id, creator, fan, now() FROM bench_talks UNION ALL SELECT id, fan, creator, now() FROM bench_talks`);
  await db.query(
    `CREATE TEMP TABLE bench_words AS SELECT n, 'w' || substr(md5(n::text), 1, 2 + n % 6) || n AS word FROM generate_series(1, 30000) n`,
  );
  // Twelve words a line, the n-th most common word with a frequency of 1/n.
  await db.query(`CREATE TEMP TABLE bench_lines AS SELECT m, string_agg(w.word, ' ') AS text
    FROM (SELECT m, ceil(exp(random() * ln(30000)))::int AS n FROM generate_series(1, 20000) m, generate_series(1, 12)) x JOIN bench_words w USING (n) GROUP BY m`);
  for (const table of ['bench_talks', 'bench_lines']) await db.query(`ANALYZE ${table}`);
  await db.query(`INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, text, created_at)
    SELECT gen_random_uuid(), t.id, CASE WHEN s % 2 = 0 THEN t.creator ELSE t.fan END, CASE WHEN s % 2 = 0 THEN t.fan ELSE t.creator END, s,
      a.text || ' ' || b.text, now() - (${perConversation} - s + random()) * interval '5 days'
    FROM bench_talks t CROSS JOIN generate_series(1, ${perConversation}) s
      JOIN bench_lines a ON a.m = 1 + (t.k * 7919 + s * 104729) % 20000 JOIN bench_lines b ON b.m = 1 + (t.k * 31 + s * 7) % 20000`);
  await db.query(rows[0]?.indexdef ?? '');
  for (const table of ['messages', 'conversations', 'conversation_members', 'accounts'])
    await db.query(`VACUUM ANALYZE ${table}`);
}

async function times(url: string, token: string): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { authorization: token } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    found.push(performance.now() - started);
  }
  return found;
}

export async function messageSearch(server: Running): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const busy = await fan(server, 'bench-busy');
    const quiet = await fan(server, 'bench-quiet');
    await makeMessages(db, busy.id, quiet.id);
    const { rows: words } = await db.query<{ word: string }>(
      'SELECT word FROM bench_words WHERE n IN (1, 20, 300, 10000) ORDER BY n',
    );
    const [first = '', common = '', usual = '', rare = ''] = words.map(({ word }) => word);
    const searches = [
      ['the most common word', first],
      ['a common word', common],
      ['a usual word', usual],
      ['a rare word', rare],
      ['a common and a usual word', `${common} ${usual}`],
      ['the beginning of words', usual.slice(0, 3)],
      ['a word nobody wrote', 'nowhere'],
    ] as const;
    const rows: Row[] = [];
    for (const [who, { token }] of [
      ['a creator with 4,000 conversations', busy],
      ['a fan', quiet],
    ] as const)
      for (const [what, q] of searches) {
        const measured = await times(
          `${server.url}/api/v1/messages/search?q=${encodeURIComponent(q)}`,
          token,
        );
        rows.push(atMost(`${what}, ${who}: p95`, percentile(measured, 0.95), { most: 50, unit: ' ms' }));
      }
    return {
      title: 'Searching messages',
      how: `${total.toLocaleString('en-US')} messages in ${conversations.toLocaleString('en-US')} conversations; ${requests} requests for the first 25, one after another, through the API.`,
      rows,
    };
  } finally {
    await db.end();
  }
}
