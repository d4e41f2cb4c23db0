import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { bids } from '#backend/db/schema/auctions.ts';
import { jobs, rateLimits } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { balanceOf, site } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { auctionsIn, heldOf } from '../../../setup/auctions.ts';
import {
  type Place,
  embeddedPlace,
  freePort,
  otherPlace,
  startProcesses,
  witness,
} from '../../../setup/killing.ts';
import { type StripeBackend, stripeBackend } from '../../../setup/stripe-backend.ts';
import { stripeKeys } from '../../../setup/stripe-server.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Servers (and databases) are killed with SIGKILL while people tip, bid and pay by card through a fake
 * Stripe, which reports each payment three times in random order. After each restart every confirmed action
 * must exist exactly once, and the ledger must add up.
 */
const isDeep = Boolean(process.env.DEEP);
/** The database is killed too in every nth round. */
const databaseEvery = isDeep ? 5 : 1;
const started = 100_000;
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

interface Intent {
  readonly key: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly payer: Person;
  readonly tokens: number;
}
interface Seen {
  readonly id: string;
  readonly key: string;
  readonly path: string;
  readonly payer: string;
  readonly tokens: number;
}

async function settle(place: Place) {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-crash-'));
  const app = await stripeBackend({ database: place.database, timeoutMs: 5_000 });
  // The processes use the real clock.
  app.ports.clock.set(new Date());
  const fans = await Promise.all(Array.from({ length: 6 }, () => app.makeFan()));
  const creators = await Promise.all(Array.from({ length: 3 }, () => app.makeCreator()));
  const cards = new Map<string, string>();
  for (const fan of fans) {
    await app.fund(fan.id, started);
    cards.set(fan.id, await app.addCard(fan));
  }
  const auctionId = await auctionsIn(app).makeAuction(creators[0]!, {
    endAt: new Date(Date.now() + 86_400_000),
  });
  return {
    app,
    folder,
    fans,
    creators,
    cards,
    auctionId,
    port: await freePort(),
    ...witness<Seen>(join(folder, 'witness')),
  };
}
type Town = Awaited<ReturnType<typeof settle>>;

const env = ({ stand }: StripeBackend) => ({
  STRIPE_SECRET_KEY: stripeKeys.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  STRIPE_API_URL: stand.url,
});
const start = (town: Town, place: Place) =>
  startProcesses(place.database.url, { port: town.port, folder: town.folder, env: env(town.app) });

/** The current minimum bid from the server; null if it can't be reached. */
async function leastBid({ port, auctionId }: Town): Promise<number | null> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/autions/${auctionId}/view`).catch(() => null);
  const reply = (await response?.json().catch(() => null)) as
    | { data?: { minimumBid: number } }
    | null
    | undefined;
  return reply?.data?.minimumBid ?? null;
}

async function newIntent(town: Town): Promise<Intent | null> {
  const { app, fans, creators, cards, auctionId } = town;
  const payer = pick(fans);
  const common = { key: app.ports.ids(), payer };
  const chance = Math.random();
  if (chance < 0.3)
    return {
      ...common,
      path: '/payment/wallet/top-up',
      body: { amount: 500, cardId: cards.get(payer.id) },
      tokens: 100,
    };
  if (chance < 0.8)
    return { ...common, path: `/wallet/charges/tip/${pick(creators).id}`, body: { amount: 10 }, tokens: -10 };
  const amount = await leastBid(town);
  return amount === null ? null : { ...common, path: '/aution-item', body: { auctionId, amount }, tokens: 0 };
}

interface Reply {
  readonly status: number;
  readonly data?: { readonly _id: string } | { readonly bid: { readonly _id: string } };
  readonly message?: string;
}

/**
 * Responses that mean nothing was done: the hourly limit of top-ups was reached, or someone else bid first.
 */
const refused: ReadonlySet<number> = new Set([429, 409, 422]);

/**
 * Sends a request; a success is recorded before anything else happens. Returns whether there was a final
 * response.
 */
async function send(town: Town, intent: Intent): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${town.port}/api/v1${intent.path}`, {
    method: 'POST',
    headers: {
      authorization: intent.payer.token,
      'content-type': 'application/json',
      'idempotency-key': intent.key,
    },
    body: JSON.stringify(intent.body),
  }).catch(() => null);
  const reply = (await response?.json().catch(() => null)) as Reply | null | undefined;
  if (!reply || reply.status >= 500) return false;
  if (refused.has(reply.status)) return true;
  if (!reply.data) throw new Error(`${intent.path} answered ${reply.status}: ${reply.message ?? ''}`);
  town.note({
    id: 'bid' in reply.data ? reply.data.bid._id : reply.data._id,
    key: intent.key,
    path: intent.path,
    payer: intent.payer.id,
    tokens: intent.tokens,
  });
  return true;
}

/** Sends requests concurrently until aborted; returns those without a response. */
async function hammer(town: Town, until: AbortSignal): Promise<Intent[]> {
  const unanswered: Intent[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      while (!until.aborted) {
        const intent = await newIntent(town);
        if (intent && (await send(town, intent))) continue;
        if (intent) unanswered.push(intent);
        await sleep(50);
      }
    }),
  );
  return unanswered;
}

/**
 * Delivers Stripe's event for a payment; returns whether it was accepted. A payment always has the same
 * event.
 */
async function report({ app: { stand }, port }: Town, intent: { id: string }): Promise<boolean> {
  const { payload, signature } = stand.event('payment_intent.succeeded', intent, {
    id: `evt_${intent.id}`,
    created: Date.now(),
    signedAt: Date.now(),
  });
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  }).catch(() => null);
  return response?.status === 200;
}
const succeeded = ({ app: { stand } }: Town) =>
  [...stand.state.intents.values()].filter(
    (one) => one.object === 'payment_intent' && one.status === 'succeeded',
  );

async function reportAll(town: Town, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const known = succeeded(town);
    if (known.length > 0) await report(town, pick(known));
    await sleep(5);
  }
}

/** Recorded successes that the database lacks or has differently. */
async function lost({ app: { db } }: Pick<Town, 'app'>, seen: readonly Seen[]): Promise<string[]> {
  const ids = [...new Set(seen.map((one) => one.id))];
  if (ids.length === 0) return [];
  const kept = new Map<string, string | null>();
  for (const row of await db.select().from(ledgerTransactions).where(inArray(ledgerTransactions.id, ids)))
    kept.set(row.id, row.actorId);
  for (const row of await db.select().from(bids).where(inArray(bids.id, ids))) kept.set(row.id, row.bidderId);
  const ofKey = new Map<string, string>();
  return seen.flatMap(({ id, key, payer }) => {
    const other = ofKey.get(key);
    ofKey.set(key, id);
    if (other !== undefined && other !== id) return [`key ${key} was answered with ${other} and with ${id}`];
    return kept.get(id) === payer ? [] : [`${id} was acknowledged and isn’t there`];
  });
}

/** How many of top-ups, tips and bids succeeded at least once. */
const kindsSeen = (town: Town) => new Set(town.seen().map(({ path }) => path.split('/')[1])).size;

/** Retries while the database restarts. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 100; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

async function oneRound(town: Town, place: Place, round: number): Promise<void> {
  const { app } = town;
  const servers = await start(town, place);
  const stop = new AbortController();
  const [hammering, reporting] = [hammer(town, stop.signal), reportAll(town, stop.signal)];
  // A slow machine needs longer until every kind of request succeeded once.
  await expect.poll(() => kindsSeen(town), { timeout: 30_000 }).toBe(3);
  await sleep(500 + Math.random() * 500);
  // Kills the database first, so that the servers experience its absence.
  if (place.killDatabase && round % databaseEvery === databaseEvery - 1) {
    place.killDatabase();
    await sleep(1_500);
  }
  await servers.kill();
  await sleep(100);
  stop.abort();
  const [unanswered] = await Promise.all([hammering, reporting]);
  expect(unanswered.length).toBeGreaterThan(0);
  await patiently(() => app.db.delete(rateLimits));

  const back = await start(town, place);
  // Repeats requests without a response with the same key: whether or not they were executed, they are
  // executed exactly once now.
  for (const intent of unanswered) expect(await send(town, intent)).toBe(true);
  expect(await lost(town, town.seen())).toEqual([]);
  expect(await checkLedger(app.ctx)).toEqual([]);
  await back.kill();
}

/** Delivers every event three times in random order and runs the jobs. */
async function finish(town: Town, place: Place): Promise<void> {
  const { app } = town;
  const servers = await start(town, place);
  const thrice = [...succeeded(town), ...succeeded(town), ...succeeded(town)].toSorted(
    () => Math.random() - 0.5,
  );
  for (const intent of thrice) expect(await report(town, intent)).toBe(true);
  await app.db.update(jobs).set({ runAt: new Date() }).where(isNull(jobs.doneAt));
  await expect
    .poll(() => app.db.$count(webhookEvents, isNull(webhookEvents.appliedAt)), {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(0);
  await expect
    .poll(() => app.db.$count(payments, eq(payments.state, 'pending')), { timeout: 30_000, interval: 200 })
    .toBe(0);
  await servers.kill();
}

/** The ledger, Stripe's records and the recorded successes must agree. */
async function reconcile(town: Town): Promise<void> {
  const {
    app: { db, ctx, stand },
    fans,
  } = town;
  expect(await lost(town, town.seen())).toEqual([]);
  expect(await checkLedger(ctx)).toEqual([]);
  const taken = [...stand.state.charges.values()].reduce((sum, one) => sum + Number(one.amount), 0);
  const [booked] = await fetchRows<{ sum: string }>(
    db.execute(
      sql`SELECT -coalesce(sum(amount), 0) AS sum FROM ledger_postings WHERE account_id = ${site.gateway.id}`,
    ),
  );
  expect(Number(booked?.sum)).toBe(taken);
  const distinct = new Map(town.seen().map((one) => [one.key, one]));
  for (const fan of fans) {
    const moved = [...distinct.values()]
      .filter((one) => one.payer === fan.id)
      .reduce((sum, one) => sum + one.tokens, 0);
    expect((await balanceOf(ctx, 'wallet', fan.id)) + (await heldOf(db, fan.id))).toBe(started + moved);
  }
}

describe.each([
  ['the PostgreSQL that comes along', embeddedPlace, isDeep ? 100 : 1],
  ['another PostgreSQL', otherPlace, isDeep ? 20 : 1],
] as const)('%s', (_name, open, rounds) => {
  const places: Place[] = [];
  afterAll(async () => {
    for (const place of places) await place.remove();
  });

  test(
    `kill -9 of servers${open === embeddedPlace ? ' and database' : ''}, ${rounds} times, during charges, bids and webhooks: one effect each, nothing lost`,
    async (context) => {
      const place = await open();
      if (!place) return context.skip('no other PostgreSQL');
      places.push(place);
      const town = await settle(place);
      try {
        for (let round = 0; round < rounds; round += 1) await oneRound(town, place, round);
        await finish(town, place);
        await reconcile(town);
        // Verifies that the check can fail.
        const [real] = town.seen();
        expect(
          await lost(town, [real!, { ...real!, key: 'another', id: town.app.ports.ids() }]),
        ).toHaveLength(1);
      } finally {
        await rm(town.folder, { recursive: true, force: true });
      }
    },
    60_000 + rounds * 40_000,
  );
});
