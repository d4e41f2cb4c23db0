import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { pageOfVideos } from '#backend/domain/content/videos/search-query.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ok, makeCreator } = app;

/** Ten creators with 2,000 videos each. */
const creators: Person[] = [];
for (let index = 0; index < 10; index += 1) creators.push(await makeCreator());
await db.execute(sql`
  INSERT INTO videos (id, performer_id, title, tags, audience, state, views, published_at, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, 'Video ' || n, ARRAY['tag' || n % 50], 'public', 'published', (n * 7919) % 5003, t, t, t
  FROM generate_series(1, 2000) AS n, unnest(${`{${creators.map(({ id }) => id).join(',')}}`}::text::uuid[]) AS a (id), LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS t) AS moment`);
await db.execute(sql`ANALYZE videos`);

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function nodesOfPage(query: Parameters<typeof pageOfVideos>[0]): Promise<Node[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(pageOfVideos(query));
  const values = params.map((param) =>
    typeof param === 'object' && param !== null && 'name' in param ? null : param,
  );
  const { rows } = await app.pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan);
}

const cases = (['newest', 'popular'] as const).flatMap((sort) =>
  [false, true].flatMap((ofOne) => [false, true].map((after) => ({ sort, ofOne, after }))),
);

test.each(cases)(
  '$sort (of one creator: $ofOne, after a cursor: $after) reads a page by index without sorting',
  async ({ sort, ofOne, after }) => {
    const of = ofOne ? { performerId: creators[0]!.id } : {};
    const first = await ok('GET /performer-assets/videos/search', { query: { sort, ...of } });
    const nodes = await nodesOfPage({
      offset: 0,
      limit: 25,
      sort,
      ...of,
      ...(after ? { cursor: first.nextCursor! } : {}),
    });
    expect(nodes.filter((node) => node['Node Type'].includes('Sort'))).toEqual([]);
    const scans = nodes.filter((node) => node['Relation Name'] === 'videos');
    expect(scans.every((node) => node['Node Type'].startsWith('Index'))).toBe(true);
    expect(
      scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
    ).toBeLessThanOrEqual(30);
  },
);

test('every video appears once, however far you page', async () => {
  const met = new Set<string>();
  let cursor: string | null | undefined;
  for (let page = 0; page < 10; page += 1) {
    const found = await ok('GET /performer-assets/videos/search', {
      query: { sort: 'popular', limit: 100, ...(cursor && { cursor }) },
    });
    found.data.forEach(({ _id }) => met.add(_id));
    cursor = found.nextCursor;
  }
  expect(met.size).toBe(1_000);
});
