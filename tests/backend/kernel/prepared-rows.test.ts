import { expect, test } from 'vitest';
import { preparedRows } from '#backend/db/rows.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { eq, sql } from 'drizzle-orm';
import { makeTestApp } from '../../setup/test-app.ts';

const { db, makeCreator } = await makeTestApp();
const [one, other] = [await makeCreator(), await makeCreator()];

const fields = {
  account: {
    id: accounts.id,
    name: accounts.name,
    cover: accounts.cover,
    seen: accounts.lastSeenAt,
    made: accounts.createdAt,
    verified: performers.verified,
  },
  words: performers.categories,
  price: performers.monthlyPrice,
  json: sql<{
    a: number;
  } | null>`CASE WHEN ${performers.accountId} = ${sql.placeholder('id')}::uuid THEN '{"a":1}'::jsonb END`,
};
const query = db
  .select(fields)
  .from(accounts)
  .innerJoin(performers, eq(performers.accountId, accounts.id))
  .orderBy(accounts.id);

test('rows equal what the query builder returns: groups, times, lists, JSON and null', async () => {
  await db
    .update(accounts)
    .set({ lastSeenAt: new Date('2026-01-02T03:04:05.678Z') })
    .where(eq(accounts.id, one.id));
  await db
    .update(performers)
    .set({ categories: ['a', 'b'] })
    .where(eq(performers.accountId, other.id));
  const theirs = await query.prepare('rows_theirs').execute({ id: one.id });
  const ours = await preparedRows<(typeof theirs)[number]>(db, query, { name: 'rows_ours', fields }).execute({
    id: one.id,
  });
  expect(ours).toStrictEqual(theirs);
  expect(ours).toHaveLength(2);
  expect(ours.find(({ account }) => account.id === one.id)).toMatchObject({
    account: { seen: new Date('2026-01-02T03:04:05.678Z'), cover: null },
    json: { a: 1 },
  });
});
