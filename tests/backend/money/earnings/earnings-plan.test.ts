import { Client } from 'pg';
import { expect, test } from 'vitest';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { makeHistory } from '../../../../bench/statement-rows.ts';
import { testBackend } from '../../../setup/backend.ts';

/*
 * What a creator's pages read of the ledger depends on the range they show, not on the length of the
 * creator's history.
 */
const app = await testBackend();
const { ok, pool, ports, ctx } = app;
const perDay = 40;
const dayMs = 86_400_000;
const month = () =>
  new Date(Date.UTC(ports.clock.now().getUTCFullYear(), ports.clock.now().getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 7);

async function creatorOf(mark: string, days: number): Promise<string> {
  const made = await app.makeCreator();
  const client = new Client(app.connection);
  await client.connect();
  await makeHistory(client, { creatorId: made.id, mark, rows: days * perDay, days });
  await client.query('ANALYZE');
  await client.end();
  return (await app.openSession(made.id, 100_000)).token;
}
ports.clock.set(new Date());
const young = await creatorOf('a1', 90);
const old = await creatorOf('a2', 900);
await addUpDays(ctx);
await pool.query('ANALYZE');

interface Node {
  'Node Type': string;
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
 * Number of rows read from the ledger and its daily sums by all statements of a call, measured by running
 * them again.
 */
async function rowsRead(ask: () => Promise<unknown>): Promise<number> {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  Object.assign(pool, {
    query(first: { text: string; values?: unknown[] }, values?: unknown[]) {
      asked.push({ text: first.text, values: values ?? first.values ?? [] });
      return query(first, values);
    },
  });
  await ask().finally(() => Object.assign(pool, { query }));
  let read = 0;
  for (const { text, values } of asked.filter((each) => /ledger_|earning_/.test(each.text))) {
    const { rows } = (await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)) as {
      rows: { 'QUERY PLAN': [{ Plan: Node }] }[];
    };
    read += nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
      .filter((node) =>
        /^(ledger_(transactions|postings)|earning_(day|month))/.test(node['Relation Name'] ?? ''),
      )
      .reduce((sum, node) => sum + readBy(node), 0);
  }
  return read;
}

const lastDays = (count: number) => {
  const end = Math.floor(ports.clock.now().getTime() / dayMs) * dayMs + dayMs;
  return { from: new Date(end - count * dayMs).toISOString(), to: new Date(end).toISOString() };
};
const calls: [string, (token: string) => Promise<unknown>][] = [
  [
    'the statement of last month',
    (token) => ok('GET /performer/earning/statement', { token, query: { month: month() } }),
  ],
  [
    'the figures of thirty days',
    (token) => ok('GET /performer/earning/stats', { token, query: lastDays(30) }),
  ],
  ['the rows of thirty days', (token) => ok('GET /performer/earning/search', { token, query: lastDays(30) })],
  [
    'the refunds of thirty days',
    (token) => ok('GET /performer/earning/search', { token, query: { ...lastDays(30), part: 'refunds' } }),
  ],
  ['the newest rows of all time, with their sums', (token) => ok('GET /performer/earning/search', { token })],
  [
    'the newest tips of all time',
    (token) => ok('GET /performer/earning/search', { token, query: { source: 'tip' } }),
  ],
  [
    'rows of a kind that was never sold',
    (token) => ok('GET /performer/earning/search', { token, query: { source: 'stream' } }),
  ],
  [
    'the next page of all time',
    async (token) => {
      const { nextCursor } = await ok('GET /performer/earning/search', { token });
      return ok('GET /performer/earning/search', { token, query: { cursor: nextCursor! } });
    },
  ],
  [
    'who and what brought most in thirty days',
    (token) => ok('GET /performer/earning/tops', { token, query: lastDays(30) }),
  ],
];
test.each(calls)('%s: ten times the history, the same number of reads', async (_what, ask) => {
  const [ofYoung, ofOld] = [await rowsRead(() => ask(young)), await rowsRead(() => ask(old))];
  expect(ofYoung).toBeGreaterThan(10);
  // Of 36,000 rows. The sums of 27 more months are read, one for each kind, by both statements of a list; early in a
  // month the young one has hardly any of the current month to compare them with.
  expect(ofOld).toBeLessThan(ofYoung * 1.5 + 500);
});

test('past days are read as summed up, not from their sales', async () => {
  const range = { from: new Date(Date.parse(lastDays(40).from)).toISOString(), to: lastDays(10).from };
  const { count } = (await ok('GET /performer/earning/stats', { token: old, query: range })).total;
  expect(count).toBeGreaterThan(29 * perDay);
  const read = await rowsRead(() =>
    ok('GET /performer/earning/search', { token: old, query: { ...range, limit: 1 } }),
  );
  expect(read).toBeLessThan(count / 2);
});
