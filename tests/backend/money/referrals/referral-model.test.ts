import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { referringIn } from '../../../setup/referring.ts';
import { makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ctx, ports, fund, makeFan, makeCreator } = app;
const { refer, tip, undo, credit, referralOf, wallet, earned } = referringIn(app);

/*
 * Random business: whatever is sold, refunded and credited in any order, the credited amount is the share of
 * what counted, rounded down.
 */
type Step =
  | { kind: 'sell'; who: number; tokens: number }
  | { kind: 'undo'; at: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'credit' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      who: fc.nat(2),
      tokens: fc.integer({ min: 1, max: 700 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.1, 1, 23, 24, 72) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'credit' as const }) },
);

async function walk(steps: readonly Step[], bps: number): Promise<void> {
  const [byCreator, byFan, seller, stranger] = [
    await makeCreator(),
    await makeFan(),
    await makeCreator(),
    await makeFan(),
  ];
  const buyers = [await makeFan(), await makeFan(), stranger];
  for (const buyer of buyers) await fund(buyer.id, 100_000);
  const since = ports.clock.now().getTime();
  const until = since + 6 * 86_400_000;
  /** A creator invited the first buyer and the seller; a fan invited the second buyer. */
  const ids = [
    await refer(byCreator, buyers[0]!, { bps, days: 6 }),
    await refer(byFan, buyers[1]!, { bps, days: 6 }),
    await refer(byCreator, seller, { bps, days: 6 }),
  ];
  const sales: { id: string; who: number; cents: number; counts: boolean; undone: boolean }[] = [];
  const check = async () => {
    const net = (of: (who: number) => boolean) =>
      sales
        .filter((sale) => sale.counts && !sale.undone && of(sale.who))
        .reduce((sum, sale) => sum + sale.cents, 0);
    const due = (cents: number) => Math.floor((cents * bps) / 10_000);
    const [first, second, third] = [
      due(net((who) => who === 0)),
      due(net((who) => who === 1)),
      due(net(() => true)),
    ];
    expect((await Promise.all(ids.map(referralOf))).map((row) => row.paid)).toEqual([
      first,
      Math.floor(second / 5) * 5,
      third,
    ]);
    expect([await earned(byCreator), await wallet(byFan)]).toEqual([first + third, Math.floor(second / 5)]);
  };
  for (const each of steps) {
    if (each.kind === 'wait') ports.clock.move(each.hours * 3_600_000);
    if (each.kind === 'sell') {
      const gross = each.tokens * 5;
      sales.push({
        id: await tip(buyers[each.who]!, seller, each.tokens),
        who: each.who,
        cents: Math.floor((gross * 2_000 + 5_000) / 10_000),
        counts: ports.clock.now().getTime() < until,
        undone: false,
      });
    }
    const sale = each.kind === 'undo' ? sales[each.at % Math.max(1, sales.length)] : undefined;
    if (sale && !sale.undone) {
      await undo(sale.id);
      sale.undone = true;
    }
    if (each.kind === 'credit') {
      // Ended referrals are checked once a day.
      if (ports.clock.now().getTime() >= until) ports.clock.move('25h');
      await credit();
      await check();
    }
  }
}

test('the paid total equals the floor of the share of everything counted, at every step', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.constantFrom(500, 333, 1, 10_000),
      walk,
    ),
    { numRuns: 60 },
  );
  expect(await checkLedger(ctx)).toEqual([]);
  const negative = await fetchRows<{ id: string }>(
    db.execute(sql`SELECT id FROM referrals WHERE paid < 0 OR tokens < 0`),
  );
  expect(negative).toEqual([]);
}, 120_000);
