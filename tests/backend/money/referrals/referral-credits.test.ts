import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { referralCredits } from '#backend/db/schema/referrals.ts';
import { spend } from '#backend/domain/money/wallet/spend.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { referringIn } from '../../../setup/referring.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ctx, ctxOf, ports, fund, settings, makeFan, makeCreator } = app;
const { refer, tip, undo, credit, referralOf, earned } = referringIn(app);

let creator: Person;
let other: Person;
let fan: Person;
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  [creator, other, fan] = [
    await makeCreator({ name: 'Cleo' }),
    await makeCreator({ name: 'Otto' }),
    await makeFan({ name: 'Fay Long' }),
  ];
  await fund(fan.id, 100_000);
  ports.transport.clear();
});
const paymentsOf = (id: string) =>
  db.$count(ledgerTransactions, sql`kind = 'referral' AND subject_id = ${id}`);

describe('a creator who invited somebody', () => {
  test('gets their share of the commission as money, whatever the referred account pays', async () => {
    const id = await refer(creator, fan);
    await tip(fan, other, 1_000);
    await credit();
    expect([await earned(creator), await referralOf(id)]).toEqual([
      50,
      expect.objectContaining({ commission: 1_000, paid: 50, tokens: 0 }),
    ]);
    const [row] = await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.subjectId, id));
    expect(row).toMatchObject({
      kind: 'referral',
      performerId: creator.id,
      actorId: null,
      description: 'Referral: Fay',
    });
  });

  test('also gets it for what the referred account earns, and both referrers of one sale get theirs', async () => {
    const inviterOfFan = await makeCreator();
    await refer(creator, other);
    await refer(inviterOfFan, fan);
    await tip(fan, other, 1_000);
    await credit();
    expect([await earned(creator), await earned(inviterOfFan)]).toEqual([50, 50]);
  });

  test('no fraction of a cent is lost or paid twice', async () => {
    const id = await refer(creator, fan);
    for (let count = 1; count <= 45; count += 1) {
      await tip(fan, other, 11);
      await credit();
      expect(await earned(creator)).toBe(Math.floor((count * 11 * 500) / 10_000));
    }
    // Every credit in the ledger is at least one cent.
    expect(await paymentsOf(id)).toBe(24);
  });

  test('a refund takes it back automatically, once', async () => {
    const id = await refer(creator, fan);
    await tip(fan, other, 333);
    const sale = await tip(fan, other, 1_000);
    await credit();
    expect(await earned(creator)).toBe(66);
    await undo(sale);
    await credit();
    await credit();
    expect([await earned(creator), await paymentsOf(id)]).toEqual([16, 2]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('the share stays as it was when they joined', async () => {
    await refer(creator, fan, { bps: 500 });
    await settings.set('referralBps', 0);
    await tip(fan, other, 1_000);
    await credit();
    expect(await earned(creator)).toBe(50);
    await settings.set('referralBps', 500);
  });
});

describe('time', () => {
  test('includes the last millisecond, but not the next', async () => {
    await refer(creator, fan, { days: 10 });
    ports.clock.set('2026-03-12T08:59:59.999Z');
    const last = await tip(fan, other, 1_000);
    ports.clock.set('2026-03-12T09:00:00.000Z');
    const late = await tip(fan, other, 1_000);
    await credit();
    expect(await earned(creator)).toBe(50);
    // A refund counts together with the payment it reverses, whenever it occurs.
    ports.clock.move('100d');
    await undo(late);
    await credit();
    expect(await earned(creator)).toBe(50);
    await undo(last);
    // Ended referrals are checked once a day.
    ports.clock.move('25h');
    await credit();
    expect(await earned(creator)).toBe(0);
  });

  test('excludes everything before they joined', async () => {
    await tip(fan, other, 1_000);
    ports.clock.move('1s');
    await refer(creator, fan);
    await credit();
    expect(await earned(creator)).toBe(0);
  });

  test("a sale that commits late isn't lost", async () => {
    await refer(creator, fan);
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let written = () => {};
    const posted = new Promise<void>((resolve) => (written = resolve));
    const sale = transaction(ctxOf(fan.viewer), async (tx) => {
      await spend(tx, {
        kind: 'tip',
        itemId: other.id,
        performerId: other.id,
        tokens: 1_000,
        description: 'Tip',
        did: null,
        href: null,
      });
      written();
      await held;
    });
    await posted;
    for (let run = 0; run < 8; run += 1) {
      ports.clock.move('1m');
      await credit();
    }
    expect(await earned(creator)).toBe(0);
    finish();
    await sale;
    ports.clock.move('1m');
    await credit();
    expect(await earned(creator)).toBe(50);
  });

  test('a clock that is set back loses nothing', async () => {
    await refer(creator, fan);
    ports.clock.move('2d');
    await tip(fan, other, 1_000);
    await credit();
    ports.clock.move('-2d');
    await credit();
    await tip(fan, other, 1_000);
    ports.clock.move('1m');
    await credit();
    expect(await earned(creator)).toBe(100);
  });

  test('a job that was down for weeks catches up', async () => {
    await refer(creator, fan, { days: 20 });
    for (let sale = 0; sale < 30; sale += 1) {
      await tip(fan, other, 100);
      ports.clock.move('1d');
    }
    await credit();
    expect(await earned(creator)).toBe(100);
  });
});

test('200 runs at once pay once', async () => {
  const ids = [await refer(creator, fan), await refer(creator, other)];
  for (let sale = 0; sale < 5; sale += 1) await tip(fan, other, 999);
  await Promise.all(Array.from({ length: 200 }, credit));
  expect(await earned(creator)).toBe(2 * 249);
  expect(await Promise.all(ids.map(paymentsOf))).toEqual([1, 1]);
  expect(await checkLedger(ctx)).toEqual([]);
});

test('sales and runs at once: every sale is counted', async () => {
  const id = await refer(creator, fan);
  const sales = Array.from({ length: 100 }, () => tip(fan, other, 100));
  await Promise.all([...sales, ...Array.from({ length: 40 }, credit)]);
  await credit();
  expect([
    await earned(creator),
    await db.$count(referralCredits, eq(referralCredits.referralId, id)),
  ]).toEqual([500, 100]);
});
