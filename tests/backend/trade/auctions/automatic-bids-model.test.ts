import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Runs a small model of automatic bids next to the real ones: whoever bids what in any order, both agree on the
 * price and the leader, and the leader has exactly the price on hold.
 */
const app = await testBackend();
const { ports, call, makeCreator } = app;
const { makeAuction, rowOf, bidsOf } = auctionsIn(app);
const { richFan, wallet, held, sound } = biddingIn(app);
const purses = [150, 400, 1_000];

/** Spelled out rather than computed like the implementation. */
const stepTable = (price: number) =>
  price < 30 ? 1 : price < 50 ? 2 : price < 100 ? 3 : price < 300 ? 5 : price < 1_000 ? 10 : 20;

interface Move {
  readonly who: number;
  /** Tokens above the minimum bid, and the maximum above that; null for none. */
  readonly above: number;
  readonly more: number | null;
}
const move: fc.Arbitrary<Move> = fc.record({
  who: fc.nat(2),
  above: fc.integer({ min: -3, max: 60 }),
  more: fc.option(fc.integer({ min: -5, max: 400 }), { nil: null }),
});

interface Paper {
  price: number;
  leader: number | null;
  /** The leader's maximum. */
  maximum: number | null;
  readonly reserve: number | null;
}
const leastOf = ({ price, leader }: Paper) => (leader === null ? 10 : price + stepTable(price));
const upToReserve = ({ reserve }: Paper, price: number, most: number) =>
  reserve !== null && most >= reserve && price < reserve ? reserve : price;

/** The leader's own call: the status it gets. */
function ownOnPaper(paper: Paper, amount: number, maximum: number | null): number {
  const purse = purses[paper.leader!]!;
  if (maximum === null) {
    if (amount < leastOf(paper)) return 409;
    if (amount > purse) return 402;
    paper.price = amount;
    if (paper.maximum !== null && paper.maximum < amount) paper.maximum = null;
    return 201;
  }
  if (maximum < paper.price) return 422;
  paper.maximum = maximum;
  paper.price = upToReserve(paper, paper.price, Math.min(maximum, purse));
  return 201;
}

/** How far the leader's maximum goes against others. */
const defenseOf = ({ leader, maximum }: Paper): number =>
  leader === null || maximum === null ? 0 : Math.min(maximum, purses[leader]!);

function bidOnPaper(paper: Paper, who: number, [amount, maximum]: [number, number | null]): number {
  if (maximum !== null && maximum < amount) return 422;
  if (paper.leader === who) return ownOnPaper(paper, amount, maximum);
  return challengeOnPaper(paper, who, [amount, maximum]);
}

/** Of somebody who doesn't lead. */
function challengeOnPaper(paper: Paper, who: number, [amount, maximum]: [number, number | null]): number {
  const least = leastOf(paper);
  if ((maximum ?? amount) < least) return 409;
  const start = maximum === null ? amount : Math.max(amount, least);
  const purse = purses[who]!;
  if (start > purse) return 402;
  const most = maximum === null ? amount : Math.min(maximum, purse);
  const defends = defenseOf(paper);
  if (defends >= start && defends >= most) {
    paper.price = upToReserve(paper, Math.min(defends, most + stepTable(most)), defends);
    return 201;
  }
  const price = defends >= start ? Math.min(most, defends + stepTable(defends)) : start;
  Object.assign(paper, { price: upToReserve(paper, price, most), leader: who, maximum });
  return 201;
}

async function compare(paper: Paper, id: string, people: readonly Person[]): Promise<void> {
  const row = await rowOf(id);
  const rows = await bidsOf(id);
  const leader = paper.leader === null ? null : people[paper.leader]!.id;
  expect([row.currentPrice, row.leaderId]).toEqual([leader === null ? null : paper.price, leader]);
  expect(rows.find(({ result }) => result === 'leading')?.maximum ?? null).toBe(paper.maximum);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  for (const [at, { amount }] of rows.entries())
    if (at > 0) expect(amount).toBeGreaterThanOrEqual(rows[at - 1]!.amount);
  for (const [at, person] of people.entries()) {
    const price = person.id === leader ? paper.price : 0;
    expect([await held(person), await wallet(person)]).toEqual([price, purses[at]! - price]);
  }
}

const reserves = fc.option(fc.integer({ min: 10, max: 300 }), { nil: null });

test('agrees with the reference model', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14 }), reserves, async (moves, reserve) => {
      const people = await Promise.all(purses.map((purse) => richFan(purse)));
      const id = await makeAuction(await makeCreator(), { reservePrice: reserve });
      const paper: Paper = { price: 0, leader: null, maximum: null, reserve };
      for (const { who, above, more } of moves) {
        const amount = Math.max(1, leastOf(paper) + above);
        const maximum = more === null ? null : Math.max(1, amount + more);
        const expected = bidOnPaper(paper, who, [amount, maximum]);
        const { status } = await call('POST /aution-item', {
          token: people[who]!.token,
          key: ports.ids(),
          body: { auctionId: id, amount, ...(maximum === null ? {} : { maximum }) },
        });
        expect(status).toBe(expected);
        await compare(paper, id, people);
      }
      await sound();
    }),
    { numRuns: 40 },
  );
});
