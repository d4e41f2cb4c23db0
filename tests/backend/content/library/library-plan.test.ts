import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { db, ok, pool, makeFan, makeCreator } = app;
const { makePost } = postsIn(app);

/** 10,000 comments on a post, and 10,000 bookmarks and 10,000 purchases by one fan. */
const [creator, fan] = [await makeCreator(), await makeFan()];
const post = await makePost(creator.id);
await app.fund(fan.id, 1);
const many = sql`FROM generate_series(1, 10000) AS n, LATERAL (SELECT timestamptz '2025-01-01' + n * interval '1 minute' AS t) AS moment`;
await db.execute(
  sql`INSERT INTO comments (id, object_type, object_id, owner_id, author_id, text, created_at, updated_at) SELECT gen_random_uuid(), 'feed', ${post}, ${creator.id}, ${fan.id}, 'Comment ' || n, t, t ${many}`,
);
await db.execute(sql`
  WITH made AS (INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at) SELECT gen_random_uuid(), ${creator.id}, 'text', 'Post ' || n, 'public', 'published', t, t, t ${many} RETURNING id, created_at),
  marked AS (INSERT INTO reactions (account_id, action, object_type, object_id, created_at) SELECT ${fan.id}, 'bookmark', 'feed', id, created_at FROM made)
  INSERT INTO purchases (id, account_id, kind, item_id, performer_id, transaction_id, price, title, created_at)
  SELECT gen_random_uuid(), ${fan.id}, 'feed', id, ${creator.id}, (SELECT id FROM ledger_transactions LIMIT 1), 1, 'Post', created_at FROM made`);
await db.execute(sql`ANALYZE`);

const deep = `${Date.parse('2025-01-03T00:00:00Z').toString(36)}.00000000-0000-7000-8000-000000000000`;
const comments = (cursor?: string) =>
  ok('GET /comments', {
    token: fan.token,
    query: { objectType: 'feed', objectId: post, limit: 25, ...(cursor && { cursor }) },
  });
const bookmarks = (cursor?: string) =>
  ok('GET /reactions/feeds/bookmark', { token: fan.token, query: { limit: 25, ...(cursor && { cursor }) } });
const library = (cursor?: string) =>
  ok('GET /user/library', { token: fan.token, query: { limit: 25, ...(cursor && { cursor }) } });

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const isOne = (loops: number) => Math.max(1, loops);
const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * isOne(node['Actual Loops']);

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}
const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;

/** The SQL statements of a call. */
async function askedBy(ask: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  Object.assign(pool, {
    query(first: { text: string; values?: unknown[] }, values?: unknown[]) {
      asked.push({ text: first.text, values: values ?? first.values ?? [] });
      return query(first, values);
    },
  });
  await ask();
  Object.assign(pool, { query });
  return asked;
}

/** Number of rows of a table read by all statements of a call, measured by running them again. */
async function rowsRead(table: string, ask: () => Promise<unknown>): Promise<number> {
  let read = 0;
  for (const { text, values } of await askedBy(ask)) {
    if (!text.includes(table)) continue;
    const { rows } = (await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)) as {
      rows: { 'QUERY PLAN': [{ Plan: Node }] }[];
    };
    read += nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
      .filter((node) => node['Relation Name'] === table)
      .reduce((sum, node) => sum + readBy(node), 0);
  }
  return read;
}

test.each([
  ['comments', comments],
  ['reactions', bookmarks],
  ['purchases', library],
] as const)(
  'a page of 10,000 %s reads only itself and what its capped total counts, at the top and further down',
  async (table, ask) => {
    for (const cursor of [undefined, deep]) {
      expect((await ask(cursor)).data).toHaveLength(25);
      const read = await rowsRead(table, () => ask(cursor));
      expect(read).toBeGreaterThan(25);
      expect(read).toBeLessThan(2_500);
    }
  },
);
