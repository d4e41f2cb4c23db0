import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { type Shape, buildPageQuery } from '#backend/domain/people/creators/search.ts';
import { makeTestApp } from '../../../setup/test-app.ts';

const { db, pool, ctxOf, makeFan } = await makeTestApp();
const fan = await makeFan();
await db.execute(
  sql`INSERT INTO accounts (id, username, name, is_performer, created_at, updated_at) SELECT gen_random_uuid(), 'bulk-' || n, 'Bulk ' || n, true, now(), now() FROM generate_series(1, 4000) n`,
);
await db.execute(sql`INSERT INTO performers (account_id, verification_state, monthly_price, yearly_price, followers, is_free_subscription, created_at, updated_at)
  SELECT id, 'approved', 300 + (random() * 9000)::int, 9999, (random() * 10000)::int, random() < 0.1, now() - random() * interval '100 days', now() FROM accounts WHERE is_performer`);
await db.execute(sql`SELECT search_terms_add(array_agg('word' || n)) FROM generate_series(1, 5000) AS n`);
await db.execute(sql`ANALYZE`);

const values: Record<string, unknown> = {
  viewer: fan.id,
  places: '{NO,NO-12}',
  moment: new Date().toISOString(),
  words0: '{jazz,jazzy}',
};
const base: Shape = {
  sort: 'popular',
  offset: 0,
  limit: 25,
  byCategory: false,
  byCountry: false,
  byPrice: false,
  words: 0,
  byHandle: false,
  afterCursor: false,
  hasViewer: true,
  hasPlace: true,
};

async function planOf(shape: Shape, mode: string): Promise<string> {
  const { sql: text, params } = new PgDialect().sqlToQuery(
    buildPageQuery(ctxOf(fan.viewer), shape).query.getSQL(),
  );
  const client = await pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE page AS ${text}`);
    const filled = params.map((param) =>
      typeof param === 'object' && param !== null && 'name' in param
        ? values[(param as { name: string }).name]
        : param,
    );
    const literals = filled.map((value) => client.escapeLiteral(String(value)));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE page${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
}
/** Without the plan of the total count. */
const pagePlan = (plan: string) => plan.replaceAll(/InitPlan \d+\n(?: {4,}.*\n)+/g, '');

describe.each(['force_custom_plan', 'force_generic_plan'])(
  'search with %s uses the expected plan',
  (mode) => {
    test.each([
      ['popular', 'performers_followers'],
      ['newest', 'performers_newest'],
      ['price', 'performers_entry_price'],
    ] as const)('a page sorted by %s is read from its index without sorting', async (sort, index) => {
      for (const known of [true, false]) {
        const plan = pagePlan(await planOf({ ...base, sort, hasViewer: known, hasPlace: known }, mode));
        expect(plan).toContain(index);
        expect(plan).not.toContain('Sort');
      }
    });

    test('words are looked up in their index', async () => {
      const plan = await planOf({ ...base, words: 1 }, mode);
      expect(plan).toContain('creator_search_words');
      expect(plan).not.toMatch(/Seq Scan on (creator_search|search_terms)/);
    });
  },
);

test('the candidates for a word are looked up in their index', async () => {
  const plan = (
    await fetchRows<Record<string, string>>(
      db.execute(sql`
    EXPLAIN SELECT word FROM search_terms WHERE keys @> search_parts_of('jazz') UNION ALL SELECT word FROM search_terms WHERE keys && search_slips_of('jazz')
    UNION ALL SELECT word FROM search_terms WHERE word >= 'ja' AND word < 'jb'`),
    )
  )
    .map((row) => row['QUERY PLAN'])
    .join('\n');
  expect(plan).not.toContain('Seq Scan');
});
