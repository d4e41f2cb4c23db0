import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activeDays } from '#backend/db/schema/accounts.ts';
import { accountsSeen } from '#backend/domain/people/accounts/signs-of-life.ts';
import { makeTestApp } from '../../../setup/test-app.ts';

const { db, makeFan } = await makeTestApp();

const activeOn = async (day: string) => {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${activeDays.accounts}), 0)::int` })
    .from(activeDays)
    .where(sql`${activeDays.day} = ${day}::date`);
  return row?.sum;
};

test('an account counts once a day (UTC), however often and from wherever it is seen', async () => {
  const ids: string[] = [];
  for (let each = 0; each < 20; each += 1) ids.push((await makeFan()).id);
  const seen = (time: string, which = ids) => accountsSeen(db, which, new Date(time));
  await seen('2031-05-01T23:59:00Z', ids.slice(0, 5));
  await seen('2031-05-01T23:59:59.999Z');
  expect(await activeOn('2031-05-01')).toBe(20);
  await seen('2031-05-02T00:00:00Z', ids.slice(0, 3));
  await Promise.all(ids.map((id) => seen('2031-05-02T08:00:00Z', [id])));
  await Promise.all(ids.map((id) => seen('2031-05-02T09:00:00Z', [id])));
  expect(await activeOn('2031-05-02')).toBe(20);
  await seen('2031-05-03T12:00:00Z', []);
  expect(await activeOn('2031-05-03')).toBe(0);
});
