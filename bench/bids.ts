import { randomUUID } from 'node:crypto';
import { stepAt } from '#lib/auction-steps.ts';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { atLeast, atMost } from './table.ts';
import type { Section } from './table.ts';
import { makeCreators } from './bench-data.ts';

type Database = Awaited<ReturnType<typeof databaseOf>>;

const fans = 20;
const seconds = 5;

interface Answer {
  readonly status: number;
  readonly minimumBid?: number;
  readonly data?: { readonly news: { readonly minimumBid: number } };
}

async function send(
  server: Running,
  path: string,
  { token, body }: { token: string; body: unknown },
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  return { ...((await answer.json()) as Answer), status: answer.status };
}

/** A fan with 72,000 tokens, bought by card as usual: enough to win both races. */
async function funded(server: Running, name: string): Promise<string> {
  const { token } = await fan(server, name);
  const { data } = (await send(server, '/sandbox/cards', {
    token,
    body: { token: '4242424242424242|12/40|123' },
  })) as unknown as { data: { _id: string } };
  for (let n = 0; n < 12; n += 1)
    await send(server, '/payment/wallet/top-up', { token, body: { amount: 30_000, cardId: data._id } });
  return token;
}

const purse = 36_000;

/** Picks an amount, given the lowest one that the bidder knows to be allowed. */
type Way = (least: number) => number;

/**
 * Everyone bids the minimum. Of concurrent bids only one is in time, so this measures how many rejections the
 * server can handle.
 */
const least: Way = (known) => known;

/**
 * Each bid is above all others, as if the fans took turns. A bid is late only if it was overtaken in transit,
 * so this measures how fast a single auction can go.
 */
function inTurn(): Way {
  let next = 10;
  return (known) => {
    const amount = Math.max(next, known);
    next = amount + stepAt(amount);
    return amount;
  };
}

interface Bidding {
  readonly token: string;
  readonly auctionId: string;
  readonly until: number;
  readonly way: Way;
}

/** Bids repeatedly and counts accepted and late bids. Any other response is a failure. */
async function bidder(server: Running, { token, auctionId, until, way }: Bidding) {
  const count = { taken: 0, late: 0, faults: 0 };
  let known = 10;
  for (let amount = way(known); performance.now() < until && amount <= purse; amount = way(known)) {
    const { status, data, minimumBid } = await send(server, '/aution-item', {
      token,
      body: { auctionId, amount },
    });
    known = data?.news.minimumBid ?? minimumBid ?? known;
    if (status === 201) count.taken += 1;
    else if (status === 409) count.late += 1;
    else count.faults += 1;
  }
  return count;
}

const checks = {
  'Gaps in the sequence':
    'SELECT 1 FROM auctions a WHERE a.bid_count <> (SELECT count(*) FROM bids b WHERE b.auction_id = a.id) OR a.bid_count <> (SELECT coalesce(max(seq), 0) FROM bids b WHERE b.auction_id = a.id)',
  'Bids that don’t rise':
    'SELECT 1 FROM (SELECT amount, lag(amount) OVER (PARTITION BY auction_id ORDER BY seq) AS previous FROM bids) b WHERE amount <= previous',
  'Auctions that more or fewer than one leads':
    "SELECT auction_id FROM bids GROUP BY auction_id HAVING count(*) FILTER (WHERE result = 'leading') <> 1",
  'Tokens held that no leading bid holds': `SELECT 1 FROM (SELECT owner_id, balance FROM ledger_accounts WHERE kind = 'wallet_held') h
    FULL JOIN (SELECT bidder_id, sum(amount) AS amount FROM bids WHERE result = 'leading' GROUP BY bidder_id) l ON l.bidder_id = h.owner_id WHERE coalesce(h.balance, 0) <> coalesce(l.amount, 0)`,
} as const;

/** Twenty fans bid on a new auction for a few seconds. Returns the counts and the duration. */
async function race(
  server: Running,
  { db, tokens, way }: { db: Database; tokens: readonly string[]; way: Way },
) {
  const auctionId = randomUUID();
  await db.query(
    `INSERT INTO auctions (id, performer_id, title, start_price, start_at, end_at, effective_end_at, state, created_at, updated_at)
     SELECT $1, id, 'A race', 10, now(), now() + interval '1 day', now() + interval '1 day', 'live', now(), now() FROM accounts WHERE username = 'bench-1'`,
    [auctionId],
  );
  const begun = performance.now();
  const counts = await Promise.all(
    tokens.map((token) => bidder(server, { token, auctionId, until: begun + seconds * 1000, way })),
  );
  const took = (performance.now() - begun) / 1000;
  const sum = (name: 'taken' | 'late' | 'faults') => counts.reduce((total, count) => total + count[name], 0);
  return { taken: sum('taken') / took, answered: (sum('taken') + sum('late')) / took, faults: sum('faults') };
}

/** Runs both races between twenty fans, each with one connection, and checks the invariants afterwards. */
export async function bids(server: Running): Promise<Section> {
  const tokens: string[] = [];
  for (let n = 0; n < fans; n += 1) tokens.push(await funded(server, `bench-bidder-${n}`));
  const { id } = await fan(server, 'bench-onlooker');
  const db = await databaseOf(server);
  try {
    await makeCreators(db, id);
    const crowd = await race(server, { db, tokens, way: least });
    const turns = await race(server, { db, tokens, way: inTurn() });
    const wrong = await Promise.all(
      Object.entries(checks).map(async ([title, query]) =>
        atMost(title, (await db.query(query)).rowCount ?? Number.NaN, { most: 0 }),
      ),
    );
    return {
      title: 'Bids',
      how: `${fans} fans bid on one auction over HTTP, one connection each, for ${seconds} seconds: all the least there was, and then on another each above everybody else; then what must hold is asked of the database.`,
      rows: [
        atLeast('Each above everybody else: bids a second that were taken', turns.taken, { least: 100 }),
        atLeast('All the least there was: bids a second answered', crowd.answered, { least: 300 }),
        atMost('All the least there was: bids a second that were taken', crowd.taken, {}),
        atMost('Bids answered otherwise', crowd.faults + turns.faults, { most: 0 }),
        ...wrong,
      ],
    };
  } finally {
    await db.end();
  }
}
