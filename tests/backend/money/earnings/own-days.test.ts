import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { addUpDays, rebuildDays } from '#backend/domain/money/earnings/days.ts';
import { fetchRows } from '#backend/db/db.ts';
import { plusDays } from '#lib/utc-days.ts';
import { momentsIn } from '#lib/zone-days.ts';
import { testBackend } from '../../../setup/backend.ts';
import { earningsIn } from '../../../setup/earnings.ts';

/*
 * A creator's days are those of their own time zone: a sale every few hours from February to the middle of April,
 * over the change of clocks in the United States, summed by day as a clock on the wall would have it.
 */
const app = await testBackend();
const { ok, db, ctx, ports, makeCreator, makeFan, fund } = app;
const sell = earningsIn(app);

ports.clock.set('2026-02-01T00:00:00.000Z');
const [creator, fan] = [await makeCreator(), await makeFan()];
await fund(fan.id, 1_000_000);
const sold = { fanId: fan.id, creatorId: creator.id };
const end = Date.parse('2026-04-12T12:00:00.000Z');
const sales: { at: Date; net: number }[] = [];
for (let at = Date.parse('2026-02-01T00:05:00.000Z'), n = 1; at < end; at += 5 * 3_600_000 + 70_000, n += 1) {
  ports.clock.set(new Date(at).toISOString());
  const tokens = 10 + (n % 7) * 5;
  await sell.tip(sold, tokens);
  sales.push({ at: new Date(at), net: tokens * 4 });
}
let token = '';
beforeAll(async () => {
  ports.clock.set(new Date(end).toISOString());
  token = (await app.openSession(creator.id, 100_000)).token;
});

/** Independent of the code under test: the day that a calendar in that place shows. */
const onWall = (zone: string, at: Date): string => at.toLocaleDateString('sv-SE', { timeZone: zone });
const byWall = (zone: string): Map<string, number> => {
  const days = new Map<string, number>();
  for (const { at, net } of sales) days.set(onWall(zone, at), (days.get(onWall(zone, at)) ?? 0) + net);
  return days;
};
const within = (days: Map<string, number>, { from, to }: { from: string; to: string }) =>
  [...days].filter(([day]) => day >= from && day <= to);
const sumOf = (days: readonly (readonly [string, number])[]) => days.reduce((sum, [, net]) => sum + net, 0);
const live = (timeZone: string) => ok('PUT /users/time-zone', { token, body: { timeZone } });

const march = { from: '2026-03-01', to: '2026-03-31' };
const zones = ['UTC', 'Pacific/Tongatapu', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
for (const [when, closeAt] of [
  ['read from the ledger', null],
  ['added up until the middle of March', '2026-03-15T03:00:00.000Z'],
  ['added up until yesterday', '2026-04-12T12:00:00.000Z'],
] as const)
  describe(when, () => {
    beforeAll(async () => {
      if (closeAt === null) return;
      ports.clock.set(closeAt);
      await addUpDays(ctx);
      ports.clock.set(new Date(end).toISOString());
    });

    test.each(zones)('the days of March in %s', async (zone) => {
      await live(zone);
      const days = byWall(zone);
      const wanted = within(days, march);
      const stats = await ok('GET /performer/earning/stats', { token, query: momentsIn(zone, march) });
      expect(stats.byDay.map(({ day, net }) => [day, net])).toEqual(wanted);
      expect(stats.total.net).toBe(sumOf(wanted));
      // As many days before, whatever the clocks did in them.
      const before = { from: '2026-01-29', to: '2026-02-28' };
      expect(stats.previous).toMatchObject(momentsIn(zone, before));
      expect(stats.previous?.total.net).toBe(sumOf(within(days, before)));
      const { series, totals, previous } = await ok('GET /performer/statistics', { token, query: march });
      expect(series.filter(({ earned }) => earned > 0).map(({ day, earned }) => [day, earned])).toEqual(
        wanted,
      );
      expect([totals.earned, previous.earned]).toEqual([stats.total.net, stats.previous?.total.net]);
      const [first] = wanted;
      const payments = await ok('GET /performer/earning/search', {
        token,
        query: { ...momentsIn(zone, { from: first?.[0] ?? '', to: first?.[0] ?? '' }), limit: 100 },
      });
      expect(payments.sums.net).toBe(first?.[1]);
      expect(payments.data.every(({ createdAt }) => onWall(zone, new Date(createdAt)) === first?.[0])).toBe(
        true,
      );
    });

    test.each(zones)('today and the last 28 days on the home page in %s', async (zone) => {
      await live(zone);
      const days = byWall(zone);
      const today = onWall(zone, new Date(end));
      const last = { from: plusDays(today, -27), to: today };
      const before = { from: plusDays(today, -55), to: plusDays(today, -28) };
      const { figures } = await ok('GET /performer/home', { token });
      expect(figures).toMatchObject({
        today: { from: today, to: today, earned: sumOf(within(days, { from: today, to: today })) },
        last: { ...last, earned: sumOf(within(days, last)) },
        before: { ...before, earned: sumOf(within(days, before)) },
      });
    });
  });

test('statements stay in UTC', async () => {
  const statement = async () =>
    ok('GET /performer/earning/statement', { token, query: { month: '2026-03' } });
  await live('UTC');
  const inUtc = await statement();
  expect(inUtc.sales.net).toBe(sumOf(within(byWall('UTC'), march)));
  await live('Pacific/Tongatapu');
  expect(await statement()).toEqual(inUtc);
});

test('a tip at eight in the evening in Los Angeles is on that day, not on the next', async () => {
  const one = await makeCreator();
  ports.clock.set('2026-04-13T03:00:00.000Z');
  await sell.tip({ fanId: fan.id, creatorId: one.id }, 50);
  const own = (await app.openSession(one.id)).token;
  const todayOf = async () => (await ok('GET /performer/home', { token: own })).figures.today;
  expect(await todayOf()).toMatchObject({ from: '2026-04-13', earned: 200 });
  await ok('PUT /users/time-zone', { token: own, body: { timeZone: 'America/Los_Angeles' } });
  expect(await todayOf()).toMatchObject({ from: '2026-04-12', earned: 200 });
  ports.clock.set('2026-04-13T07:00:00.000Z');
  expect(await todayOf()).toMatchObject({ from: '2026-04-13', earned: 0 });
});

test('the ledger check names a day whose quarter hours differ; summing everything again repairs it', async () => {
  const found = async () =>
    (await checkLedger(ctx)).filter(({ detail }) => detail.includes('quarter hours')).map(({ rule }) => rule);
  expect(await found()).toEqual([]);
  await db.execute(
    sql`UPDATE earning_quarter_hours SET net = net + 1 WHERE at = (SELECT min(at) FROM earning_quarter_hours)`,
  );
  await db.execute(
    sql`DELETE FROM earning_quarter_hours WHERE at = (SELECT max(at) FROM earning_quarter_hours)`,
  );
  expect(await found()).toEqual(['I2', 'I2']);
  await rebuildDays(ctx);
  expect(await found()).toEqual([]);
  const rows = await fetchRows<{ wrong: number }>(
    db.execute(
      sql`SELECT count(*)::int AS wrong FROM earning_quarter_hours WHERE extract(epoch FROM at)::int % 900 <> 0`,
    ),
  );
  expect(rows).toEqual([{ wrong: 0 }]);
});

describe('the time zone of an account', () => {
  test('is unknown until set; a guess is kept only while it is', async () => {
    const own = (await app.openSession((await makeCreator()).id)).token;
    const zone = async () => (await ok('GET /users/me', { token: own })).timeZone;
    const set = (timeZone: string, isGuess: boolean) =>
      ok('PUT /users/time-zone', { token: own, body: { timeZone, isGuess } });
    expect(await zone()).toBeNull();
    expect(await set('Asia/Kathmandu', true)).toEqual({ timeZone: 'Asia/Kathmandu' });
    expect(await set('Europe/Berlin', true)).toEqual({ timeZone: 'Asia/Kathmandu' });
    expect(await set('Europe/Berlin', false)).toEqual({ timeZone: 'Europe/Berlin' });
    expect(await zone()).toBe('Europe/Berlin');
  });

  test('leaves the profile as it was, for a form that is open elsewhere', async () => {
    const { updatedAt } = await ok('GET /users/me', { token });
    await live('Europe/Berlin');
    expect((await ok('GET /users/me', { token })).updatedAt).toBe(updatedAt);
  });

  test('is a name that PostgreSQL needn’t know', async () => {
    await db.update(accounts).set({ timeZone: 'Asia/Calcutta' }).where(eq(accounts.id, creator.id));
    const stats = await ok('GET /performer/earning/stats', {
      token,
      query: momentsIn('Asia/Calcutta', march),
    });
    expect(stats.byDay.map(({ day, net }) => [day, net])).toEqual(within(byWall('Asia/Calcutta'), march));
  });
});
