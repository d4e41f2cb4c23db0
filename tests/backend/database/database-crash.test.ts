import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, isNull, sql } from 'drizzle-orm';
import { type Socket, io } from 'socket.io-client';
import { afterAll, expect, test } from 'vitest';
import type { Ack } from '#contract/core/events.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { bids } from '#backend/db/schema/auctions.ts';
import { jobs, rateLimits } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { messages } from '#backend/db/schema/messages.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { auctionsIn, heldOf } from '../../setup/auctions.ts';
import { testBackend } from '../../setup/backend.ts';
import { type Program, fileOf, run } from '../../setup/child.ts';
import { databaseFaults, patiently } from '../../setup/database-faults.ts';
import { type Place, embeddedPlace, freePort, witness } from '../../setup/killing.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../../setup/round-robin-proxy.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

/*
 * Kills, freezes and disconnects the database under two web processes and one job process while people tip,
 * bid and write through a round-robin proxy. The processes must never exit; every action that was confirmed
 * must exist exactly once; the ledger must add up; and the site must recover soon after the database does.
 */
const isDeep = Boolean(process.env.DEEP);
/** The long form kills PostgreSQL thirty times and triggers all other faults after every tenth. */
const kills = isDeep ? 30 : 1;
const frozenMs = isDeep ? 10_000 : 5_000;
const started = 1_000_000;
const faults = databaseFaults(frozenMs);
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

interface Intent {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly key: string;
  readonly by: Person;
  readonly tokens: number;
}
interface Seen {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly by: string;
  readonly tokens: number;
}
interface Reply {
  readonly status: number;
  readonly message?: string;
  readonly data?: { readonly _id?: string; readonly bid?: { readonly _id: string } };
}

const places: Place[] = [];
const programs: Program[] = [];
const proxies: RoundRobinProxy[] = [];
const sockets: Socket[] = [];
let folder = '';
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  for (const program of programs) program.process.kill('SIGKILL');
  await Promise.all(programs.map((program) => program.ended));
  await Promise.all(proxies.map((proxy) => proxy.close()));
  for (const place of places) await place.remove();
  await rm(folder, { recursive: true, force: true });
});

async function settle() {
  folder = await mkdtemp(join(tmpdir(), 'limelight-database-crash-'));
  const place = await embeddedPlace();
  places.push(place);
  const app = await testBackend({ database: place.database });
  app.ports.clock.set(new Date());
  const fans = await Promise.all(Array.from({ length: 6 }, () => app.makeFan()));
  const creators = await Promise.all(Array.from({ length: 3 }, () => app.makeCreator()));
  for (const fan of fans) await app.fund(fan.id, started);
  const auctionId = await auctionsIn(app).makeAuction(creators[0]!, {
    endAt: new Date(Date.now() + 86_400_000),
  });
  const { open } = talkOf(app);
  const { _id: conversationId } = await open(fans[0]!, creators[0]!);
  const begin = async (role: string) => {
    const port = await freePort();
    const env = {
      ROLE: role,
      PORT: String(port),
      DATABASE_URL: place.database.url,
      SECRET: 'only for this test, but long enough',
      DATA_DIR: folder,
      DEMO: '0',
    };
    const program = run(fileOf('#backend/node/main.ts'), { env });
    programs.push(program);
    await program.says(/^ready /m);
    return `http://127.0.0.1:${port}`;
  };
  const servers = await Promise.all([begin('api'), begin('api'), begin('jobs')]);
  const proxy = await roundRobinProxy(servers.slice(0, 2));
  proxies.push(proxy);
  return {
    place,
    app,
    fans,
    creators,
    auctionId,
    conversationId,
    proxy,
    servers,
    ...witness<Seen>(join(folder, 'witness')),
  };
}
type Town = Awaited<ReturnType<typeof settle>>;

async function leastBid({ proxy, auctionId }: Town): Promise<number | null> {
  const reply = (await fetch(`${proxy.url}/api/v1/autions/${auctionId}/view`).then(
    (answer) => answer.json(),
    () => null,
  )) as { data?: { minimumBid: number } } | null;
  return reply?.data?.minimumBid ?? null;
}

async function newIntent(town: Town): Promise<Intent | null> {
  const { app, fans, creators, auctionId, conversationId } = town;
  const key = app.ports.ids();
  const chance = Math.random();
  if (chance < 0.2)
    return {
      path: `/messages/conversations/${conversationId}`,
      body: { conversationId, data: { text: key, clientId: key } },
      key,
      by: fans[0]!,
      tokens: 0,
    };
  if (chance < 0.8)
    return {
      path: `/wallet/charges/tip/${pick(creators).id}`,
      body: { amount: 10 },
      key,
      by: pick(fans),
      tokens: -10,
    };
  const amount = await leastBid(town);
  return amount === null
    ? null
    : { path: '/aution-item', body: { auctionId, amount }, key, by: pick(fans), tokens: 0 };
}

/** Responses that mean nothing was done: someone else bid first, or a rate limit was hit. */
const refused: ReadonlySet<number> = new Set([409, 422, 429]);

/**
 * Unreachable: no response, a proxy without a backend, or a 503 with a message and Retry-After. The request
 * is repeated later.
 */
function isAway(response: Response | null, reply: Reply | null): boolean {
  if (!response || !reply || response.status === 502) return true;
  if (response.status !== 503) return false;
  expect([response.headers.get('retry-after'), (reply.message ?? '').length > 20]).toEqual(['3', true]);
  return true;
}

const idOf = ({ data }: Reply): string | undefined => data?.bid?._id ?? data?._id;

/** Sends a request; a success is recorded before anything else happens. */
async function send(town: Town, { path, body, key, by, tokens }: Intent): Promise<'done' | 'again'> {
  const headers = { authorization: by.token, 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(`${town.proxy.url}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  const reply = (response ? await response.json().catch(() => null) : null) as Reply | null;
  if (isAway(response, reply) || !reply) return 'again';
  if (refused.has(reply.status)) return 'done';
  const id = idOf(reply);
  if (!id) throw new Error(`${path} answered ${reply.status}: ${reply.message ?? ''}`);
  town.note({ id, kind: path.split('/')[1]!, key, by: by.id, tokens });
  return 'done';
}

async function hammer(town: Town, until: AbortSignal): Promise<Intent[]> {
  const unanswered: Intent[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!until.aborted) {
        const intent = await newIntent(town);
        if (intent && (await send(town, intent)) === 'done') continue;
        if (intent) unanswered.push(intent);
        await sleep(100);
      }
    }),
  );
  return unanswered;
}

/**
 * A client that behaves like a browser: authenticates until the server can check the token, receives events,
 * and fetches missed messages by `seq`.
 */
function listen({ proxy, creators, conversationId }: Town): ReadonlySet<number> {
  const known = new Set<number>();
  const token = creators[0]!.token;
  const socket = io(proxy.url, {
    transports: ['websocket'],
    query: { token },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  });
  sockets.push(socket);
  const catchUp = () =>
    patiently(async () => {
      const answer = await fetch(
        `${proxy.url}/api/v1/messages/conversations/${conversationId}?afterSeq=0&limit=100`,
        { headers: { authorization: token } },
      );
      const { data } = (await answer.json()) as { data: { data: Message[] } };
      for (const { seq } of data.data) known.add(seq);
    });
  const greet = async (): Promise<void> => {
    const ack = (await socket
      .timeout(10_000)
      .emitWithAck('auth/login', { token })
      .catch(() => ({ ok: false }))) as Ack;
    if (ack.ok) return catchUp();
    await sleep(500);
    return socket.connected ? greet() : undefined;
  };
  socket.on('message/created', ({ message }: { message: Message }) => known.add(message.seq));
  socket.on('connect', () => void greet());
  socket.on('events/missed', () => void catchUp());
  socket.on('disconnect', (reason) => void (reason === 'io server disconnect' && socket.connect()));
  return known;
}

/** Milliseconds until a tip succeeds again. */
async function back(town: Town): Promise<number> {
  const from = Date.now();
  const intent: Intent = {
    path: `/wallet/charges/tip/${town.creators[1]!.id}`,
    body: { amount: 10 },
    key: town.app.ports.ids(),
    by: town.fans[1]!,
    tokens: -10,
  };
  await expect.poll(() => send(town, intent), { timeout: 30_000, interval: 50 }).toBe('done');
  return Date.now() - from;
}

/** Recorded successes that the database lacks or has differently. */
async function lost({ app: { db } }: Town, seen: readonly Seen[]): Promise<string[]> {
  const kept = new Set<string>();
  for (let at = 0; at < seen.length; at += 1_000) {
    const ids = seen.slice(at, at + 1_000).map(({ id }) => id);
    for (const { id } of await db
      .select({ id: ledgerTransactions.id })
      .from(ledgerTransactions)
      .where(inArray(ledgerTransactions.id, ids)))
      kept.add(id);
    for (const { id } of await db.select({ id: bids.id }).from(bids).where(inArray(bids.id, ids)))
      kept.add(id);
    for (const { id } of await db.select({ id: messages.id }).from(messages).where(inArray(messages.id, ids)))
      kept.add(id);
  }
  const byKey = new Map<string, string>();
  return seen.flatMap(({ id, key }) => {
    const other = byKey.get(key) ?? id;
    byKey.set(key, id);
    if (other !== id) return [`${key} was answered with ${other} and with ${id}`];
    return kept.has(id) ? [] : [`${id} was acknowledged and isn’t there`];
  });
}

async function reconcile(town: Town): Promise<void> {
  const {
    app: { ctx, db },
    fans,
  } = town;
  expect(await lost(town, town.seen())).toEqual([]);
  expect(await checkLedger(ctx)).toEqual([]);
  const distinct = new Map(town.seen().map((one) => [one.key, one]));
  for (const fan of fans) {
    const moved = [...distinct.values()]
      .filter((one) => one.by === fan.id)
      .reduce((sum, one) => sum + one.tokens, 0);
    expect((await balanceOf(ctx, 'wallet', fan.id)) + (await heldOf(db, fan.id))).toBe(started + moved);
  }
}

async function oneRound(town: Town, fault: string): Promise<number> {
  const stop = new AbortController();
  const hammering = hammer(town, stop.signal);
  await sleep(800);
  await faults[fault]!(town.place);
  const tookMs = await back(town);
  await sleep(500);
  stop.abort();
  const unanswered = await hammering;
  await patiently(() => town.app.db.delete(rateLimits));
  // Repeats requests without a response with the same key: whether or not they were executed, they are
  // executed exactly once now.
  for (const intent of unanswered)
    await expect.poll(() => send(town, intent), { timeout: 30_000 }).toBe('done');
  return tookMs;
}

const [killed, ...others] = Object.keys(faults) as [string, ...string[]];
const between = isDeep ? others : [others[0]!, others.at(-1)!];
const plan = Array.from({ length: kills }, (_, at) =>
  at % 10 === 9 || kills === 1 ? [killed, ...between] : [killed],
).flat();

test(
  `${kills} kills of PostgreSQL, and disconnects, restarts, freezes, under two processes and their jobs: no process dies, nothing is lost`,
  async () => {
    const town = await settle();
    const known = listen(town);
    const figures: Record<string, number[]> = {};
    for (const name of plan) {
      (figures[name] ??= []).push(await oneRound(town, name));
      expect(programs.map(({ process: { exitCode, signalCode } }) => exitCode ?? signalCode)).toEqual([
        null,
        null,
        null,
      ]);
      for (const each of town.servers)
        await expect.poll(async () => (await fetch(`${each}/readyz`)).status, { timeout: 30_000 }).toBe(200);
    }
    if (isDeep)
      // oxlint-disable-next-line no-console -- what the long run is made for
      console.log(JSON.stringify({ acknowledged: town.seen().length, millisecondsUntilBack: figures }));
    await reconcile(town);
    expect(new Set(town.seen().map(({ kind }) => kind))).toEqual(
      new Set(['wallet', 'messages', 'aution-item']),
    );
    // Overdue jobs get done, and listeners know everything that was written.
    await town.app.db.update(jobs).set({ runAt: new Date() }).where(isNull(jobs.doneAt));
    await expect
      .poll(
        () =>
          town.app.db.$count(
            jobs,
            sql`${jobs.doneAt} IS NULL AND ${jobs.dedupeKey} NOT LIKE 'every:%' AND ${jobs.runAt} <= now()`,
          ),
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0);
    const written = await town.app.db.$count(messages);
    await expect.poll(() => known.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.min(written, 100));
    // Verifies that the check can fail.
    const [real] = town.seen();
    expect(await lost(town, [real!, { ...real!, key: 'another', id: town.app.ports.ids() }])).toHaveLength(1);
  },
  60_000 + plan.length * 60_000,
);
