import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Socket, io } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readEnv } from '#config/env.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { rateLimits } from '#backend/db/schema/kernel.ts';
import { openBackend } from '#backend/node/open-backend.ts';
import { createUndo } from '#backend/node/operator/undo.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';
import { type RedisServer, redisServer } from '../../setup/redis-server.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

/*
 * Two backends as `npm start` opens them, each with its own connections and sockets, on one database. What
 * happens on one must reach clients of the other, even after the link between them was down.
 */
const awayMs = process.env.DEEP ? 10_000 : 3_000;
const app = await testBackend();
app.ports.clock.set(new Date());
const { pair } = talkOf(app);
const undos: ReturnType<typeof createUndo>[] = [];
const sockets: Socket[] = [];

async function begin(more: Record<string, string> = {}) {
  const undo = createUndo(quiet);
  undos.push(undo);
  const folder = await mkdtemp(join(tmpdir(), 'limelight-joined-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const env = readEnv({
    DATABASE_URL: app.url,
    SECRET: 'a secret that both of them have alike',
    DATA_DIR: folder,
    DEMO: '0',
    ...more,
  });
  const printed: string[] = [];
  const {
    backend,
    live,
    streams: carries,
  } = await openBackend({
    env,
    log: quiet,
    undo,
    printStep: (step, state) => void printed.push(`${step}: ${state}`),
  });
  const server = createServer();
  live.serve(server, backend, () => ({ ip: '127.0.0.1' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.add(() => server.close());
  undo.add(() => live.disconnect());
  const call = (route: `${'GET' | 'POST'} ${string}`, person: Person, body?: unknown) =>
    backend.fetch(
      new Request(`http://localhost/api/v1${route.split(' ')[1]}`, {
        method: route.split(' ')[0],
        headers: { authorization: person.token, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      }),
      { ip: '127.0.0.1' },
    );
  return { printed, call, live: carries, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
type Process = Awaited<ReturnType<typeof begin>>;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  for (const undo of undos.splice(0)) await undo.run();
});

async function connected(to: Process, person: Person): Promise<Socket> {
  const socket = io(to.url, {
    transports: ['websocket'],
    query: { token: person.token },
    forceNew: true,
    reconnection: false,
  });
  sockets.push(socket);
  expect(await socket.timeout(10_000).emitWithAck('auth/login', { token: person.token })).toEqual({
    ok: true,
  });
  return socket;
}

/** Sends a message through one process, bypassing the rate limit. */
async function say(on: Process, from: Person, { id, text }: { id: string; text: string }): Promise<void> {
  for (;;) {
    const { status } = await on.call(`POST /messages/conversations/${id}`, from, {
      conversationId: id,
      data: { text },
    });
    if (status === 201) return;
    if (status !== 429) throw new Error(`sending answered ${status}`);
    await app.db.delete(rateLimits);
  }
}

/**
 * What a client of the other process learns without being disconnected: events, and messages fetched by `seq`
 * when told that some were missed.
 */
async function listener(on: Process, person: Person, id: string) {
  const socket = await connected(on, person);
  const known = new Set<number>();
  const counts = { missed: 0, cuts: 0 };
  socket.on('disconnect', () => (counts.cuts += 1));
  socket.on('message/created', ({ message }: { message: Message }) => known.add(message.seq));
  socket.on('events/missed', () => {
    counts.missed += 1;
    void (async () => {
      for (let upTo = 0, more = true; more;) {
        const { data } = (await (
          await on.call(`GET /messages/conversations/${id}?afterSeq=${upTo}&limit=100`, person)
        ).json()) as { data: { data: Message[] } };
        for (const { seq } of data.data) known.add(seq);
        upTo = data.data.at(-1)?.seq ?? upTo;
        more = data.data.length === 100;
      }
    })();
  });
  return { known, counts };
}

/** Sends messages on one process during `fault` and checks that they all reach the other. */
async function nothingLost(
  [one, other]: readonly [Process, Process],
  fault: () => Promise<void>,
): Promise<void> {
  const { fan, creator, id } = await pair();
  const heard = await listener(other, creator, id);
  let [said, talking] = [0, true];
  const talk = (async () => {
    while (talking) {
      await say(one, fan, { id, text: `number ${said}` });
      said += 1;
      await sleep(40);
    }
  })();
  await expect.poll(() => heard.known.size).toBeGreaterThan(3);
  await fault();
  talking = false;
  await talk;
  await say(one, fan, { id, text: 'the last' });
  await expect.poll(() => heard.known.size).toBe(said + 1);
  expect(heard.counts).toMatchObject({ cuts: 0 });
  expect(heard.counts.missed).toBeGreaterThan(0);
}

describe('two processes with default roles on one database, without Redis', () => {
  test("receive each other's events, and state how many connections they may open", async () => {
    const [one, other] = [await begin(), await begin({ DATABASE_CONNECTIONS: '7' })];
    const { fan, creator, id } = await pair();
    const heard = await listener(other, creator, id);
    await say(one, fan, { id, text: 'hello' });
    await expect.poll(() => heard.known.size).toBe(1);
    expect([one, other].map(({ printed }) => printed[0])).toEqual([
      expect.stringMatching(/^database: connected; up to 20 of its \d+ connections$/),
      expect.stringMatching(/^database: connected; up to 7 of its \d+ connections$/),
    ]);
  });

  test('lose nothing when the listening connections end, several times', async () => {
    const both = [await begin(), await begin()] as const;
    await nothingLost(both, async () => {
      for (let times = 0; times < 3; times += 1) {
        await app.db.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
        );
        await app.db.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT 1%'`,
        );
        await sleep(awayMs);
      }
      await sleep(2_000);
    });
  });

  test("close a socket whose session ended while they weren't listening", async () => {
    const [one, other] = [await begin(), await begin()];
    const { fan, creator, id } = await pair();
    const socket = await connected(other, creator);
    const listening = sql`FROM pg_stat_activity WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE 'SELECT 1%')`;
    await app.db.execute(sql`SELECT pg_terminate_backend(pid) ${listening}`);
    expect((await one.call('POST /auth/logout', creator)).status).toBeLessThan(300);
    await expect.poll(() => socket.connected).toBe(false);
    await say(one, fan, { id, text: 'to nobody' });
  });
});

describe('two processes connected by Redis', () => {
  let redis: RedisServer | null = null;
  afterAll(() => redis?.kill());

  test(`lose nothing when it is killed, away for ${awayMs / 1000} s, and back empty, with messages sent meanwhile`, async (context) => {
    redis = await redisServer();
    if (!redis) return context.skip('no redis-server');
    const own = redis;
    const both = [await begin({ REDIS_URL: own.url }), await begin({ REDIS_URL: own.url })] as const;
    await nothingLost(both, async () => {
      await own.kill();
      await sleep(awayMs);
      await own.start();
      await sleep(4_000);
    });
  }, 120_000);
});

describe.each(['PostgreSQL', 'Redis'])(
  'one process that carries streams through Agora, and one that doesn’t, over %s',
  (over) => {
    let redis: RedisServer | null = null;
    afterAll(() => redis?.kill());

    test('hear what pages told the other, and end media that the other ended', async (context) => {
      if (over === 'Redis') redis = await redisServer();
      if (over === 'Redis' && !redis) return context.skip('skipped: no redis-server');
      const agora = {
        LIVE: 'agora',
        AGORA_APP_ID: '0'.repeat(32),
        AGORA_CERTIFICATE: '1'.repeat(32),
        ...(redis && { REDIS_URL: redis.url }),
      };
      const [carrier, other] = [
        await begin({ ROLE: 'live', ...agora }),
        await begin({ ROLE: 'api', ...agora }),
      ];
      const { fan, creator } = await pair();
      const begun = await carrier.call('POST /streaming/live', creator, { title: 'Good evening' });
      expect(begun.status).toBe(201);
      const { data } = (await begun.json()) as { data: { stream: { _id: string }; grant: { kind: string } } };
      expect(data.grant.kind).toBe('agora');
      const streamId = data.stream._id;
      const socket = await connected(other, fan);
      const tell = () =>
        socket
          .timeout(10_000)
          .emitWithAck('stream/media', { streamId, isSending: false, receives: [creator.id] });
      expect(await tell()).toMatchObject({ ok: false, code: 'not_found' });
      expect((await carrier.call(`GET /streaming/join/${streamId}`, fan)).status).toBe(200);
      expect(await tell()).toEqual({ ok: true });
      const viewers = async () => {
        const view = (await (await carrier.call(`GET /streaming/${streamId}`, fan)).json()) as {
          data: { viewers: number };
        };
        return view.data.viewers;
      };
      expect(await viewers()).toBe(1);
      expect((await other.call('POST /streaming/live', creator, { title: 'Elsewhere' })).status).toBe(503);
      await other.live?.close(streamId);
      expect(await carrier.live?.stats(streamId)).toBeNull();
    });
  },
);
