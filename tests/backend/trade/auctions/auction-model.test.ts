import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders } from '#backend/db/schema/shop.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Runs a simple model of an auction next to the real one: whatever people do in any order, both agree and no
 * token is lost.
 */
const app = await testBackend();
const { db, ports, call, ctx, makeCreator } = app;
const { makeAuction, rowOf } = auctionsIn(app);
const { richFan, bid, wallet, held, sound } = biddingIn(app);
const purse = 300;

type Step =
  | { do: 'bid'; who: number; above: number }
  | { do: 'wait'; seconds: number }
  | { do: 'job' }
  | { do: 'cancel' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('bid' as const),
      who: fc.nat(2),
      above: fc.integer({ min: -2, max: 80 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('job' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
);
/** Spelled out rather than computed like the implementation. */
const stepTable = (price: number) =>
  price < 30 ? 1 : price < 50 ? 2 : price < 100 ? 3 : price < 300 ? 5 : 10;

interface Paper {
  price: number | null;
  leader: number | null;
  bids: number;
  endsIn: number;
  state: 'open' | 'sold' | 'unsold' | 'cancelled';
  readonly reserve: number | null;
}
const runs = ({ state, endsIn }: Paper) => state === 'open' && endsIn > 0;
const leastOf = ({ price }: Paper) => (price === null ? 10 : price + stepTable(price));

function bidOnPaper(paper: Paper, { who, amount }: { who: number; amount: number }): number {
  if (paper.state === 'cancelled') return 404;
  if (!runs(paper) || amount < leastOf(paper)) return 409;
  if (amount > purse) return 402;
  Object.assign(paper, {
    price: amount,
    leader: who,
    bids: paper.bids + 1,
    endsIn: Math.max(paper.endsIn, 60),
  });
  return 201;
}

function cancelOnPaper(paper: Paper): number {
  if (!runs(paper) || paper.bids > 0) return 409;
  paper.state = 'cancelled';
  return 200;
}

function endOnPaper(paper: Paper): void {
  if (paper.state !== 'open' || runs(paper)) return;
  paper.state = paper.price !== null && paper.price >= (paper.reserve ?? 0) ? 'sold' : 'unsold';
}

interface Table {
  readonly paper: Paper;
  readonly id: string;
  readonly creator: Person;
  readonly people: readonly Person[];
}

/** Applies one step to the model and the real auction. */
async function take(now: Step, { paper, id, creator, people }: Table): Promise<void> {
  if (now.do === 'wait') {
    paper.endsIn -= now.seconds;
    return ports.clock.move(now.seconds * 1_000);
  }
  if (now.do === 'job') {
    endOnPaper(paper);
    return endAuction(ctx, id);
  }
  const amount = now.do === 'bid' ? Math.max(1, leastOf(paper) + now.above) : 0;
  const expected = now.do === 'bid' ? bidOnPaper(paper, { who: now.who, amount }) : cancelOnPaper(paper);
  const answer =
    now.do === 'bid'
      ? await bid(people[now.who]!, id, amount)
      : await call('DELETE /autions/:id', { params: { id }, token: creator.token });
  expect(answer.status).toBe(expected);
}

async function compare({ paper, id, people }: Table): Promise<void> {
  const row = await rowOf(id);
  const leader = paper.leader === null ? null : people[paper.leader]!.id;
  expect([row.currentPrice, row.bidCount, row.leaderId]).toEqual([paper.price, paper.bids, leader]);
  for (const person of people) {
    const price = person.id === leader ? paper.price! : 0;
    const gone = paper.state === 'unsold' ? 0 : price;
    expect([await held(person), await wallet(person)]).toEqual([
      paper.state === 'open' ? price : 0,
      purse - gone,
    ]);
  }
}

const reserves = fc.option(fc.integer({ min: 10, max: 120 }), { nil: null });

test('agrees with the reference model', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 18 }), reserves, async (steps, reserve) => {
      const creator = await makeCreator();
      const people = [await richFan(purse), await richFan(purse), await richFan(purse)];
      const id = await makeAuction(creator, {
        reservePrice: reserve,
        endAt: new Date(ports.clock.now().getTime() + 100_000),
      });
      const table: Table = {
        paper: { price: null, leader: null, bids: 0, endsIn: 100, state: 'open', reserve },
        id,
        creator,
        people,
      };
      for (const now of steps) {
        await take(now, table);
        await compare(table);
      }
      expect(await db.select().from(orders).where(eq(orders.auctionId, id))).toHaveLength(
        table.paper.state === 'sold' ? 1 : 0,
      );
      await sound();
    }),
    { numRuns: 25 },
  );
});
