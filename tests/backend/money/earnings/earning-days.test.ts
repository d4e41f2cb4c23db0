import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { fetchRows } from '#backend/db/db.ts';
import { addUpDays, closedUntil, rebuildDays } from '#backend/domain/money/earnings/days.ts';
import { balanceOf, post } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { spendPostings } from '#backend/domain/base/ledger/postings.ts';
import { testBackend } from '../../../setup/backend.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { plantedIn } from '../../../setup/planted.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Days are added up once, some time after they are over, and no payment may be lost between the daily sums
 * and the ledger.
 */
const app = await testBackend();
const { ok, db, ctx, ports, fund } = app;
const sell = earningsIn(app);

let months = 0;
let fan: Person;
let creator: Person;
let sold: { fanId: string; creatorId: string };
/** Each test uses its own month, because closing a day applies to all creators. */
const on = (day: number, time = '12:00:00') =>
  ports.clock.set(
    `${2026 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}T${time}Z`,
  );
beforeEach(async () => {
  months += 1;
  on(1);
  fan = await app.makeFan();
  creator = await app.makeCreator();
  creator = { ...creator, token: (await app.openSession(creator.id, 100_000)).token };
  sold = { fanId: fan.id, creatorId: creator.id };
});

const net = async () => (await ok('GET /performer/earning/stats', { token: creator.token })).total.net;
const kept = async () =>
  (
    await fetchRows<{ day: string; net: number; count: number }>(
      db.execute(
        sql`SELECT right(day::text, 2) AS day, net::int AS net, count FROM earning_days WHERE performer_id = ${creator.id} ORDER BY day, source`,
      ),
    )
  ).map((row) => [row.day, row.net, row.count]);
const late = async () =>
  (await fetchRows<{ count: number }>(db.execute(sql`SELECT count(*)::int AS count FROM earning_late`)))[0]
    ?.count;
/** Sales in these tests create no purchases, which rule I4 would report. */
const found = async () => (await checkLedger(ctx)).filter(({ rule }) => rule !== 'I4');
const closed = async () => (await closedUntil(ctx)).slice(-2);

/** A payment whose transaction stays open until `commit` is called. */
async function slowTip(tokens: number): Promise<{ commit: () => Promise<void> }> {
  await fund(fan.id, tokens);
  let commit = () => {};
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const done = transaction(ctx, async (tx) => {
    await post(tx, {
      kind: 'charge',
      subject: 'tip',
      subjectId: creator.id,
      actorId: fan.id,
      performerId: creator.id,
      description: 'Tip',
      postings: spendPostings({
        accountId: fan.id,
        performerId: creator.id,
        tokens,
        tokenRate: 20,
        commissionBps: 2_000,
      }),
    });
    written();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await isWritten;
  return { commit: () => (commit(), done) };
}

test('a day is summed up an hour after its end, no earlier, and once', async () => {
  on(3, '23:59:59.999');
  await sell.tip(sold, 20);
  on(4, '00:00:00');
  await sell.tip(sold, 40);
  on(4, '00:59:59.999');
  await addUpDays(ctx);
  expect([await kept(), await closed()]).toEqual([[], '03']);
  on(4, '01:00:00');
  await addUpDays(ctx);
  expect([await kept(), await closed()]).toEqual([[['03', 80, 1]], '04']);
  await Promise.all([addUpDays(ctx), addUpDays(ctx), addUpDays(ctx)]);
  on(6);
  await Promise.all([addUpDays(ctx), addUpDays(ctx), addUpDays(ctx)]);
  expect(await kept()).toEqual([
    ['03', 80, 1],
    ['04', 160, 1],
  ]);
  expect(await net()).toBe(240);
});

test('a payment still in progress at the end of its day is waited for', async () => {
  on(3);
  const slow = await slowTip(20);
  on(5);
  const job = addUpDays(ctx);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await slow.commit();
  await job;
  expect(await kept()).toEqual([['03', 80, 1]]);
  expect(await late()).toBe(0);
});

test("one that takes longer than the job waits keeps its day open, and isn't lost", async () => {
  on(3);
  const slow = await slowTip(20);
  on(5);
  const before = await closed();
  await addUpDays(ctx);
  expect([await kept(), await closed()]).toEqual([[], before]);
  await slow.commit();
  expect(await net()).toBe(80);
  await addUpDays(ctx);
  expect([await kept(), await closed()]).toEqual([[['03', 80, 1]], '05']);
}, 20_000);

test("a row added to a day already summed up shows at once, and in the day's sum after the next run", async () => {
  on(3);
  await sell.tip(sold, 20);
  on(5);
  await addUpDays(ctx);
  // A process whose clock is two days slow.
  on(3, '14:00:00');
  await sell.tip(sold, 40);
  await sell.charge(sold, { subject: 'feed', subjectId: ports.ids(), tokens: 100 });
  on(5, '12:30:00');
  expect(await late()).toBe(2);
  expect(await net()).toBe(640);
  const [first] = (await ok('GET /performer/earning/tops', { token: creator.token })).users;
  expect(first).toMatchObject({ net: 640, count: 3 });
  expect(await found()).toEqual([]);
  await addUpDays(ctx);
  expect([await late(), await kept(), await net()]).toEqual([
    0,
    [
      ['03', 400, 1],
      ['03', 240, 2],
    ],
    640,
  ]);
});

test('a clock that was two days ahead: rows added to the days it closed still count', async () => {
  on(6);
  await addUpDays(ctx);
  on(4);
  await sell.tip(sold, 20);
  expect(await net()).toBe(80);
  await addUpDays(ctx);
  expect([await kept(), await net()]).toEqual([[['04', 80, 1]], 80]);
});

test('payments during the job are not lost', async () => {
  on(3, '12:00:00');
  await fund(fan.id, 10_000);
  const tips = Array.from({ length: 120 }, async (_, at) => {
    // Most by a correct clock, some by slow ones.
    await new Promise((resolve) => setTimeout(resolve, at * 4));
    on(at % 3 === 0 ? 3 : 5, '12:00:00');
    await transaction(ctx, (tx) =>
      post(tx, {
        kind: 'charge',
        subject: 'tip',
        subjectId: creator.id,
        actorId: fan.id,
        performerId: creator.id,
        description: 'Tip',
        postings: spendPostings({
          accountId: fan.id,
          performerId: creator.id,
          tokens: 10,
          tokenRate: 20,
          commissionBps: 2_000,
        }),
      }),
    );
  });
  const jobs = Array.from({ length: 12 }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * 40));
    on(5, '12:00:00');
    await addUpDays(ctx);
  });
  await Promise.all([...tips, ...jobs]);
  expect([await net(), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([4_800, 4_800]);
  on(5, '12:00:00');
  await addUpDays(ctx);
  expect(await net()).toBe(4_800);
  on(9, '12:00:00');
  await addUpDays(ctx);
  expect((await kept()).reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(4_800);
  expect(await found()).toEqual([]);
});

test("the ledger check names a day that doesn't match its rows; summing everything again repairs it", async () => {
  on(3);
  await sell.tip(sold, 20);
  await sell.charge(sold, { subject: 'feed', subjectId: ports.ids(), tokens: 100 });
  on(5);
  await addUpDays(ctx);
  const tops = await ok('GET /performer/earning/tops', { token: creator.token });
  expect(await found()).toEqual([]);
  await db.execute(
    sql`UPDATE earning_days SET net = net + 1 WHERE performer_id = ${creator.id} AND source = 'tip'`,
  );
  await db.execute(sql`DELETE FROM earning_days WHERE performer_id = ${creator.id} AND source = 'feed'`);
  await db.execute(sql`DELETE FROM earning_day_tops WHERE performer_id = ${creator.id}`);
  const named = (await found()).map(
    ({ rule, detail }) => `${rule} ${detail.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-/g, '…')}`,
  );
  expect(named.toSorted()).toEqual([
    'I2 day …03 of … (feed) says 0 of 0 rows, its quarter hours 400 of 1',
    'I2 day …03 of … (feed) says 0 of 0 rows, its rows 400 of 1',
    'I2 day …03 of … (tip) says 81 of 1 rows, its quarter hours 80 of 1',
    'I2 day …03 of … (tip) says 81 of 1 rows, its rows 80 of 1',
    'I2 fan … on …03 of … says 0 of 0 rows, its rows 480 of 2',
    'I2 item feed:… on …03 of … says 0 of 0 rows, its rows 400 of 1',
    'I2 month …01 of … (feed) says 400 of 1 rows, its days 0 of 0',
    'I2 month …01 of … (tip) says 80 of 1 rows, its days 81 of 1',
  ]);
  await rebuildDays(ctx);
  expect(await found()).toEqual([]);
  expect(await kept()).toEqual([
    ['03', 400, 1],
    ['03', 80, 1],
  ]);
  expect(await ok('GET /performer/earning/tops', { token: creator.token })).toEqual(tops);
});

test('a day with a pending row is recomputed like any other', async () => {
  on(3);
  await sell.tip(sold, 20);
  await sell.charge(sold, { subject: 'feed', subjectId: ports.ids(), tokens: 100 });
  on(5);
  await addUpDays(ctx);
  on(3, '14:00:00');
  await sell.tip(sold, 40);
  on(5, '12:30:00');
  expect([await late(), await found()]).toEqual([1, []]);
  const planted = plantedIn(app);
  const mine = `performer_id = '${creator.id}'`;
  const noted = `INSERT INTO earning_late SELECT id, performer_id, (created_at AT TIME ZONE 'UTC')::date FROM ledger_transactions WHERE ${mine} ON CONFLICT DO NOTHING`;
  const lines = async (...statements: string[]) =>
    (await planted(...statements))
      .filter((line) => !line.startsWith('I4') && !/month|quarter/.test(line))
      .map((line) => line.replaceAll(/\d{4}-\d\d-/g, '…'));
  // If all payments are marked as late, those in the day's sums count twice.
  expect(await lines(noted)).toEqual([
    'I2 day …03 of … (feed) says 400 of 1 rows, its rows 0 of 0',
    'I2 day …03 of … (tip) says 80 of 1 rows, its rows 0 of 0',
    'I2 fan … on …03 of … says 480 of 2 rows, its rows 0 of 0',
    'I2 item feed:… on …03 of … says 400 of 1 rows, its rows 0 of 0',
  ]);
  // The late payment is forgotten, or assigned to the wrong day.
  const forgotten = [
    'I2 day …03 of … (tip) says 80 of 1 rows, its rows 240 of 2',
    'I2 fan … on …03 of … says 480 of 2 rows, its rows 640 of 3',
  ];
  expect(await lines(`DELETE FROM earning_late WHERE ${mine}`)).toEqual(forgotten);
  expect(await lines(`UPDATE earning_late SET day = day + 1 WHERE ${mine}`)).toEqual(forgotten);
  for (const figure of ['gross', 'commission', 'net', 'count']) {
    expect(
      await lines(`UPDATE earning_days SET ${figure} = ${figure} + 1 WHERE ${mine} AND source = 'tip'`),
      figure,
    ).toEqual([expect.stringContaining('I2 day')]);
    expect(
      await lines(
        `UPDATE earning_day_tops SET ${figure} = ${figure} + 1 WHERE ${mine} AND dimension = 'item'`,
      ),
      figure,
    ).toEqual([expect.stringContaining('I2 item')]);
  }
});

test("creators' rows don't mix within a day or a run; a late one changes only its creator's day and month", async () => {
  const other = await app.makeCreator();
  const others = { fanId: fan.id, creatorId: other.id };
  on(3);
  await sell.tip(sold, 20);
  await sell.tip(others, 100);
  on(5);
  await addUpDays(ctx);
  on(3, '14:00:00');
  await sell.tip(others, 10);
  on(5, '12:30:00');
  await addUpDays(ctx);
  const months = async (id: string) =>
    (
      await fetchRows<{ source: string; net: string; count: number }>(
        db.execute(
          sql`SELECT source, net, count FROM earning_months WHERE performer_id = ${id} ORDER BY source`,
        ),
      )
    ).map(({ source, net: cents, count }) => [source, Number(cents), count]);
  expect([await kept(), await months(creator.id), await months(other.id)]).toEqual([
    [['03', 80, 1]],
    [['tip', 80, 1]],
    [['tip', 440, 2]],
  ]);
  expect(await found()).toEqual([]);
});

test('a late row that turns a first payment into a renewal leaves nothing behind in its month', async () => {
  const id = await sell.openSubscription(sold);
  on(4);
  await sell.paySubscription(sold, id);
  on(6);
  await addUpDays(ctx);
  on(3);
  await sell.paySubscription(sold, id);
  // As if the day had been added up before this payment arrived, so that the first payment is on another day.
  await db.execute(
    sql`INSERT INTO earning_late (transaction_id, performer_id, day) SELECT id, performer_id, (created_at AT TIME ZONE 'UTC')::date FROM ledger_transactions WHERE subject_id = ${id} ON CONFLICT DO NOTHING`,
  );
  on(6, '13:00:00');
  await addUpDays(ctx);
  on(1);
  months += 1;
  on(2);
  await addUpDays(ctx);
  const past = {
    from: new Date(Date.UTC(2026 + Math.floor((months - 1) / 12), (months - 1) % 12, 1)).toISOString(),
    to: new Date(Date.UTC(2026 + Math.floor(months / 12), months % 12, 1)).toISOString(),
  };
  const { subscribers, bySource } = await ok('GET /performer/earning/stats', {
    token: creator.token,
    query: past,
  });
  // No gateway received the payments of these tests, so only rule I2 is checked.
  const ofDays = (await found()).filter(({ rule }) => rule === 'I2');
  expect([subscribers, bySource.map(({ source, count }) => [source, count]), ofDays]).toEqual([
    { new: 1, renewed: 1, lost: 0 },
    [['subscription', 2]],
    [],
  ]);
});

test('payments that are written in a copy of the database keep nobody waiting', async () => {
  const copy = await testBackend();
  const idOf = async ({ db: of }: Pick<typeof app, 'db'>) =>
    (
      await fetchRows<{ id: number }>(of.execute(sql`SELECT 'ledger_transactions'::regclass::oid::int AS id`))
    )[0];
  expect(await idOf(copy)).toEqual(await idOf(app));
  on(3);
  await transaction(copy.ctx, async (tx) => {
    await tx.db.execute(sql`LOCK TABLE ledger_transactions IN ROW EXCLUSIVE MODE`);
    await addUpDays(ctx);
  });
  expect(await closedUntil(ctx)).toBe(ports.clock.now().toISOString().slice(0, 10));
});
