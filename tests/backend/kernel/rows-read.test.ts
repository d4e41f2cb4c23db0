import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { RouteName } from '#contract/core/registry.ts';
import { testBackend } from '../../setup/backend.ts';
import { postsIn } from '../../setup/posts.ts';

/*
 * How many rows the database reads for a page of a list on a site as small as a demo. With small tables a
 * planner is tempted to scan everything once per row of the page.
 */
const app = await testBackend();
const { db, raw, makeFan, makeCreator } = app;
const { follow, makeFile, makePost } = postsIn(app);

const reader = await makeFan();
const creators = await Promise.all(Array.from({ length: 26 }, () => makeCreator()));
for (const creator of creators.slice(0, 13)) await follow(reader.id, creator.id);
for (let n = 0; n < 170; n += 1) {
  const { id } = creators[n % creators.length]!;
  await makePost(id, {}, n % 3 === 0 ? [] : [await makeFile(id), await makeFile(id)]);
}
await db.execute(
  sql`UPDATE performers SET feeds = (SELECT count(*) FROM feeds WHERE performer_id = account_id), followers = (random() * 100)::int`,
);
await db.execute(sql`ANALYZE`);

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}
const rowsOf = (node: Node): number => {
  const seen = node['Relation Name']
    ? node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    : 0;
  return seen * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0);
};

interface Statement {
  text: string;
  values: unknown[];
}
/** The SQL statements of one call. */
async function statementsOf(route: RouteName, query: Record<string, unknown>): Promise<Statement[]> {
  const { pool } = app;
  const seen: Statement[] = [];
  const send = pool.query.bind(pool) as (config: { text: string }, values: unknown[]) => unknown;
  pool.query = ((config: { text: string }, values: unknown[]) => {
    seen.push({ text: config.text, values });
    return send(config, values);
  }) as typeof pool.query;
  try {
    expect((await raw(route, { token: reader.token, query })).status).toBe(200);
  } finally {
    pool.query = send as unknown as typeof pool.query;
  }
  return seen;
}

async function rowsRead(route: RouteName, query: Record<string, unknown>): Promise<number> {
  // Called once before measuring, to fill caches such as that of the settings.
  await statementsOf(route, query);
  let rows = 0;
  for (const { text, values } of await statementsOf(route, query)) {
    const {
      rows: [plan],
    } = await app.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${text}`,
      values,
    );
    rows += rowsOf(plan!['QUERY PLAN'][0].Plan);
  }
  return rows;
}

const { id } = creators[0]!;
test.each<[RouteName, Record<string, unknown>, number]>([
  ['GET /user/feeds', { limit: 25 }, 1_200],
  ['GET /user/feeds', { limit: 25, performerId: id }, 500],
  ['GET /user/feeds', { limit: 25, type: 'photo' }, 1_200],
  ['GET /performers/user/search', { limit: 12 }, 250],
  ['GET /performers/user/search', { limit: 12, sort: 'newest', country: 'NO' }, 250],
  ['GET /performers/top', { limit: 12 }, 250],
])('%s %j reads only a few rows', async (route, query, most) => {
  expect(await rowsRead(route, query)).toBeLessThan(most);
});
