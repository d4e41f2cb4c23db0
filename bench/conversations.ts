import { chromium } from 'playwright';
import type { Client } from 'pg';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { median, percentile } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';
import { visit } from './visit.ts';
import type { Visit } from './visit.ts';

const conversations = 5_000;
const messages = 500;
const requests = 40;
const runs = Number(process.env.BENCH_RUNS) || 5;

/** A creator with many conversations, one of which is long; inserted directly into the database. */
async function makeInbox(db: Client, creatorId: string): Promise<string> {
  await db.query('UPDATE accounts SET is_performer = true WHERE id = $1', [creatorId]);
  await db.query(
    "INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at) VALUES ($1, 'approved', 999, 9900, now(), now())",
    [creatorId],
  );
  await db.query(`CREATE TEMP TABLE bench_inbox AS
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS fan, now() - n * interval '7 minutes' AS at FROM generate_series(1, ${conversations}) n`);
  await db.query(`INSERT INTO accounts (id, username, name, created_at, updated_at)
    SELECT fan, 'writer-' || n, 'Writer ' || n, now(), now() FROM bench_inbox`);
  const last = `CASE n WHEN 1 THEN ${messages} ELSE 1 END`;
  await db.query(`INSERT INTO conversations (id, type, pair_key, last_seq, last_message_at, created_at, updated_at)
    SELECT id, 'private', id::text, ${last}, at, at, at FROM bench_inbox`);
  await db.query(
    `INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at, unread)
      SELECT id, $1::uuid, fan, at, n % 3 FROM bench_inbox UNION ALL SELECT id, fan, $1::uuid, at, 0 FROM bench_inbox`,
    [creatorId],
  );
  await db.query(
    `INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, text, created_at)
      SELECT gen_random_uuid(), id, fan, $1::uuid, s, 'Message ' || s || ', as long as most of them are', at - (${messages} - s) * interval '1 minute'
      FROM bench_inbox CROSS JOIN LATERAL generate_series(1, ${last}) s`,
    [creatorId],
  );
  await db.query(`UPDATE conversations c SET last_message_id = m.id FROM messages m
    WHERE m.conversation_id = c.id AND m.seq = c.last_seq`);
  for (const table of ['messages', 'conversations', 'conversation_members', 'accounts'])
    await db.query(`VACUUM ANALYZE ${table}`);
  const { rows } = await db.query<{ id: string }>('SELECT id FROM bench_inbox WHERE n = 1');
  return rows[0]?.id ?? '';
}

interface Page {
  readonly nextCursor: string | null;
}
async function ask(url: string, token: string): Promise<Page> {
  const answer = await fetch(url, { headers: { authorization: token } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Page }).data;
}

/** Requests one after another: the 95th percentile in milliseconds. */
async function p95(url: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const started = performance.now();
    await ask(url, token);
    times.push(performance.now() - started);
  }
  return percentile(times, 0.95);
}

/** The cursor of a page far back in the list. */
async function cursorOf(api: string, token: string, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const { nextCursor } = await ask(`${api}/conversations?limit=100${cursor && `&cursor=${cursor}`}`, token);
    cursor = encodeURIComponent(nextCursor ?? '');
  }
  return cursor;
}

async function visits(url: string, token: string, executablePath: string): Promise<Visit[]> {
  const browser = await chromium.launch({ executablePath });
  const seen: Visit[] = [];
  try {
    // The first visit fills the server's caches and isn't counted.
    for (let run = 0; run <= runs; run += 1) {
      const one = await visit(browser, url, token);
      if (run > 0) seen.push(one);
    }
  } finally {
    await browser.close();
  }
  return seen;
}

/** The list of a busy creator's conversations, and opening one of them on a slow phone. */
export async function conversationList(server: Running, executablePath: string): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const { token, id: creatorId } = await fan(server, 'bench-inbox');
    const thread = await makeInbox(db, creatorId);
    const api = `${server.url}/api/v1`;
    const most = { most: 50, unit: ' ms' };
    const far = await cursorOf(api, token, 45);
    const rows: Row[] = [
      atMost('first page: p95', await p95(`${api}/conversations?limit=25&offset=0`, token), most),
      atMost(
        'page 181 by cursor: p95',
        await p95(`${api}/conversations?limit=25&cursor=${far}`, token),
        most,
      ),
      atMost(
        'found by name: p95',
        await p95(`${api}/conversations?limit=25&offset=0&q=writer%204`, token),
        most,
      ),
      atMost(
        'newest messages of a long one: p95',
        await p95(`${api}/messages/conversations/${thread}?limit=25&offset=0`, token),
        most,
      ),
    ];
    const seen = await visits(`${server.url}/messages/${thread}`, token, executablePath);
    const middle = (name: keyof Visit) => median(seen.map((one) => one[name]));
    rows.push(
      atMost('opened on the slow phone: first paint', middle('fcp'), { most: 900, unit: ' ms' }),
      atMost('opened on the slow phone: largest paint', middle('lcp'), { unit: ' ms' }),
      atMost('opened on the slow phone: blocked', middle('tbt'), { unit: ' ms' }),
      atMost('opened on the slow phone: layout shift', middle('cls'), { most: 0.01 }),
    );
    return {
      title: 'Conversations',
      how: `A creator with ${conversations.toLocaleString('en-US')} conversations, one of them with ${messages} messages; ${requests} requests one after another through the API. The phone is the one of “Pages”; the median of ${runs} visits with an empty cache.`,
      rows,
    };
  } finally {
    await db.end();
  }
}
