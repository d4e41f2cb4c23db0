import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#backend/db/db';
import { pageOf } from '#backend/domain/performer-search';
import { testWorld } from '../setup/world.ts';

const { db, ctxOf, makeFan } = await testWorld();
const fan = await makeFan();
await db.execute(
  sql`INSERT INTO accounts (id, username, name, is_performer, created_at, updated_at) SELECT gen_random_uuid(), 'bulk-' || n, 'Bulk ' || n, true, now(), now() FROM generate_series(1, 4000) n`,
);
await db.execute(sql`INSERT INTO performers (account_id, verified, monthly_price, yearly_price, followers, is_free_subscription, created_at, updated_at)
  SELECT id, 'approved', 300 + (random() * 9000)::int, 9999, (random() * 10000)::int, random() < 0.1, now() - random() * interval '100 days', now() FROM accounts WHERE is_performer`);
await db.execute(sql`ANALYZE`);

const planOf = async (query: SQL) =>
  (await rowsOf<Record<string, string>>(db.execute(sql`EXPLAIN ${query}`)))
    .map((row) => row['QUERY PLAN'])
    .join('\n');

test.each([
  ['popular', 'performers_followers'],
  ['newest', 'performers_newest'],
  ['price', 'performers_entry_price'],
] as const)('a page sorted by %s is read from its index, nothing is sorted', async (sort, index) => {
  for (const ctx of [ctxOf(fan.viewer, { country: 'NO' }), ctxOf(null)]) {
    const plan = await planOf(pageOf(ctx, { sort, offset: 0, limit: 25 }).getSQL());
    expect(plan).toContain(index);
    expect(plan).not.toContain('Sort');
  }
});
