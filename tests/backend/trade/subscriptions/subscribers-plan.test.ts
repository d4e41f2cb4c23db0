import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { site } from '#backend/domain/base/ledger/ledger.ts';
import type { QueryOf } from '#services/http/call.ts';
import { testBackend } from '../../../setup/backend.ts';

const { db, ok, pool, makeCreator, makeFan, fund } = await testBackend();

/**
 * 10,000 subscribers who each left and came back, half of them with three payments, and as many of another
 * creator.
 */
const [creator, other, payer] = [await makeCreator(), await makeCreator(), await makeFan()];
await fund(payer.id, 1_000);
await ok('POST /wallet/charges/tip/:id', {
  token: payer.token,
  params: { id: creator.id },
  body: { amount: 10 },
});
await db.execute(sql`INSERT INTO accounts (id, username, name, email, is_performer, created_at, updated_at)
  SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n + 1000000), 12, '0'))::uuid, 'bulk-' || n, 'Bulk ' || n, 'bulk-' || n || '@limelight.test', false, t, t
  FROM generate_series(1, 10000) AS n, LATERAL (SELECT timestamptz '2025-01-01' + n * interval '1 minute' AS t) AS moment`);
await db.execute(sql`INSERT INTO subscriptions (id, user_id, performer_id, type, state, price, gateway, started_at, period_end, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, p.id, 'monthly', s.state, 999, 'sandbox', t, '2027-01-01', t, t
  FROM accounts a, (VALUES (${creator.id}::uuid), (${other.id}::uuid)) AS p (id), (VALUES ('expired', interval '0'), ('active', interval '1 hour')) AS s (state, later), LATERAL (SELECT a.created_at + s.later AS t) AS moment
  WHERE a.username LIKE 'bulk-%'`);
// Past ledger transactions; balances aren't checked here.
await db.execute(sql`WITH made AS (
    INSERT INTO ledger_transactions (id, kind, subject, actor_id, performer_id, description, created_at)
    SELECT gen_random_uuid(), 'charge', 'tip', a.id, ${creator.id}::uuid, 'Tip', a.created_at FROM accounts a, generate_series(1, 3) WHERE a.username LIKE 'bulk-%' AND length(a.username) % 2 = 1 RETURNING id, created_at),
  account AS (SELECT id FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${creator.id}::uuid LIMIT 1)
  INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, balance_after, created_at)
  SELECT made.id, side.id, 'money', side.amount, CASE WHEN side.amount > 0 THEN 40 END, made.created_at
  FROM made, (SELECT id, 40 AS amount FROM account UNION ALL SELECT ${site.exchangeMoney.id}::uuid, -40) AS side`);
await db.execute(sql`ANALYZE`);

const page = (query: QueryOf<'GET /subscriptions/performer/search'>) =>
  ok('GET /subscriptions/performer/search', { token: creator.token, query: { limit: 25, ...query } });

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * Math.max(1, node['Actual Loops']);

const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;

/**
 * Rows read per table by all statements of a call, measured by running them again, and the number of
 * statements.
 */
async function readBehind(
  ask: () => Promise<unknown>,
): Promise<{ statements: number; of: (table: string) => number }> {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  Object.assign(pool, {
    query(first: { text: string; values?: unknown[] }, values?: unknown[]) {
      asked.push({ text: first.text, values: values ?? first.values ?? [] });
      return query(first, values);
    },
  });
  await ask();
  Object.assign(pool, { query });
  const nodes: Node[] = [];
  for (const { text, values } of asked.filter((each) => /^\s*(select|with)/i.test(each.text))) {
    const { rows } = (await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)) as {
      rows: { 'QUERY PLAN': [{ Plan: Node }] }[];
    };
    nodes.push(...nodesOf(rows[0]!['QUERY PLAN'][0].Plan));
  }
  return {
    statements: asked.length,
    of: (table) =>
      nodes.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + readBy(node), 0),
  };
}

test.each([
  ['newest', {}],
  ['longest', { sort: 'longest' }],
  ['active alone', { state: 'active' }],
] as const)(
  'a page of 10,000 subscribers, %s, reads itself, what its capped total counts, and the payments of its fans',
  async (_name, given) => {
    const first = await page(given);
    expect([first.data.length, first.total]).toEqual([25, 1_025]);
    const read = await readBehind(() => page(given));
    expect(read.of('subscriptions')).toBeGreaterThan(25);
    // Two rows per fan, the current one and the older one, read once more to determine the later.
    expect(read.of('subscriptions')).toBeLessThan(6_000);
    expect(read.of('ledger_transactions')).toBeLessThan(500);
    expect(read.of('ledger_postings')).toBeLessThan(500);
    // The same number of statements for a page of 25 and of 100, so nothing is queried row by row.
    expect((await readBehind(() => page({ ...given, limit: 100 }))).statements).toBe(read.statements);
  },
);

test("highest revenue first: one read of the creator's own payments, none of anybody else's", async () => {
  expect((await page({ sort: 'spend' })).data[0]).toMatchObject({ spend: 120 });
  const read = await readBehind(() => page({ sort: 'spend' }));
  expect(read.of('ledger_transactions')).toBeLessThan(35_000);
});
