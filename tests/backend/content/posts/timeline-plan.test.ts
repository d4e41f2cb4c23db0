import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { type Shape, pageQuery } from '#backend/domain/content/posts/timeline-query.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ok, call, makeFan, makeCreator } = app;
const { follow } = postsIn(app);
type Query = CallInput<'GET /user/feeds'>['query'];
const list = (who: Person, query: Query = {}) => ok('GET /user/feeds', { token: who.token, query });

/** Twenty creators with 500 posts each, and a fan who follows them all. */
const reader = await makeFan();
const creators: Person[] = [];
for (let index = 0; index < 20; index += 1) creators.push(await makeCreator());
for (const creator of creators) await follow(reader.id, creator.id);
await db.execute(sql`
  INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, CASE WHEN n % 4 = 0 THEN 'photo' ELSE 'text' END, 'Post ' || n, 'public', 'published', t, t, t
  FROM generate_series(1, 500) AS n, unnest(${`{${creators.map(({ id }) => id).join(',')}}`}::text::uuid[]) AS a (id), LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 hour' AS t) AS moment`);
await db.execute(sql`ANALYZE feeds`);

/** A node of the plan with its actual row counts. */
type Node = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};
const isTotal = (node: Node) => node['Parent Relationship'] === 'InitPlan';
/** Without the plan of the total count. */
const nodesOf = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? []).filter((plan) => !isTotal(plan)).flatMap(nodesOf),
];
async function planOf(shape: Shape, mode: string): Promise<Node> {
  const values: Record<string, unknown> = {
    viewer: reader.id,
    places: null,
    moment: ports.clock.now().toISOString(),
    performer: creators[0]!.id,
    type: 'photo',
    at: '2026-01-10T00:00:00.000Z',
    after: creators[0]!.id,
  };
  const { sql: text, params } = new PgDialect().sqlToQuery(pageQuery(db, shape));
  const filled = params.map((param) =>
    typeof param === 'object' && param !== null && 'name' in param
      ? values[(param as { name: string }).name]
      : param,
  );
  const client = await app.pool.connect();
  try {
    // A prepared query may use a generic plan, which must be as good.
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE page AS ${text}`);
    const literals = filled.map((value) =>
      typeof value === 'string' ? client.escapeLiteral(value) : 'NULL',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    );
    return rows[0]!['QUERY PLAN'][0]!.Plan;
  } finally {
    client.release(true);
  }
}

test.each(
  (['home', 'performer', 'public'] as const)
    .flatMap((scope) =>
      [false, true].flatMap((byType) =>
        [false, true].flatMap((afterCursor) =>
          ['force_custom_plan', 'force_generic_plan'].map((mode): Shape & { mode: string } => ({
            mode,
            scope,
            byType,
            afterCursor,
            free: undefined,
            count: 26,
            skip: 0,
          })),
        ),
      ),
    )
    .filter((shape) => shape.scope !== 'public' || !shape.byType),
)(
  "$scope (by type: $byType, after a cursor: $afterCursor, $mode) reads a few rows by index and sorts only the page's posts",
  async ({ mode, ...shape }) => {
    const plan = await planOf(shape, mode);
    const nodes = nodesOf(plan);
    const scans = nodes.filter((node) => node['Relation Name'] === 'feeds');
    expect(scans.every((node) => node['Node Type'].startsWith('Index'))).toBe(true);
    const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(read).toBeLessThan(shape.scope === 'home' ? 20 + 20 * 26 + 27 : 60);
    const counted = (plan.Plans ?? [])
      .filter(isTotal)
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'] === 'Limit');
    expect(counted.every((node) => node['Actual Rows'] <= 250)).toBe(true);
    // Every sort's input has already been limited, so no creator's full list of posts is sorted.
    for (const sort of nodes.filter((node) => node['Node Type'].includes('Sort'))) {
      expect(
        Math.max(...(sort.Plans ?? []).map((plan) => plan['Actual Rows'] * plan['Actual Loops'])),
      ).toBeLessThanOrEqual(shape.scope === 'home' ? 20 * 26 : 26);
    }
  },
);

test('every post appears once, in order', async () => {
  const seen = await firstThousand();
  const expected = await fetchRows<{ id: string }>(
    db.execute(sql`
    SELECT id FROM feeds WHERE performer_id IN (SELECT performer_id FROM follows WHERE follower_id = ${reader.id}) ORDER BY published_at DESC, id DESC LIMIT 1000`),
  );
  expect(seen).toEqual(expected.map(({ id }) => id));
});
async function firstThousand(): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; ids.length < 1_000;) {
    const page = await list(reader, { limit: 100, ...(cursor ? { cursor } : {}) });
    ids.push(...page.data.map(({ _id }) => _id));
    cursor = page.nextCursor;
  }
  return ids;
}

test('the home timeline is empty for readers who follow nobody', async () => {
  const stranger = await makeFan();
  expect(await list(stranger)).toEqual({ data: [], total: 0, nextCursor: null });
  expect((await call('GET /user/feeds', { token: 'not-a-session', query: {} })).status).toBe(200);
});
