import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { type Program, fileOf, run } from '../setup/child.ts';
import { type Place, embeddedPlace, freePort } from '../setup/killing.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../setup/round-robin-proxy.ts';
import { testBackend } from '../setup/backend.ts';
import type { Person } from '../setup/test-app.ts';

/*
 * Two processes behind a proxy that asks /readyz, restarted in turn while people read, pay and write
 * (docs/several-processes.md): no request fails, no payment is made twice, no message is lost.
 */
const rounds = process.env.DEEP ? 10 : 1;
const funded = 1_000_000;
const checkEveryMs = 100;
const drainSeconds = 2;

let place: Place;
let folder = '';
const settle = async () => testBackend({ database: place.database });
let app: Awaited<ReturnType<typeof settle>>;
const ports: number[] = [];
const programs: Program[] = [];
const ready = [false, false];
let proxy: RoundRobinProxy;
const over = new AbortController();

async function start(which: number): Promise<void> {
  const program = run(fileOf('#backend/node/main.ts'), {
    env: {
      ROLE: 'api',
      DATABASE_URL: place.database.url,
      DATABASE_CONNECTIONS: '12',
      SECRET: 'only for this test, but long enough',
      PORT: String(ports[which]),
      DATA_DIR: folder,
      DEMO: '0',
      LIVE: 'off',
      TRUSTED_PROXIES: '1',
      DRAIN_SECONDS: String(drainSeconds),
    },
  });
  programs[which] = program;
  await program.says(/^ready /m);
}

/** As a proxy with active health checks does. */
async function checkHealth(which: number): Promise<void> {
  while (!over.signal.aborted) {
    ready[which] = await fetch(`http://127.0.0.1:${ports[which]}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    await sleep(checkEveryMs);
  }
}

beforeAll(async () => {
  place = await embeddedPlace();
  app = await settle();
  app.ports.clock.set(new Date());
  folder = await mkdtemp(join(tmpdir(), 'limelight-rolling-'));
  ports.push(await freePort(), await freePort());
  await Promise.all([start(0), start(1)]);
  let turn = 0;
  proxy = await roundRobinProxy(
    ports.map((port) => `http://127.0.0.1:${port}`),
    {
      keepAlive: true,
      choose() {
        turn += 1;
        return ready[turn % 2] ? turn : turn + 1;
      },
    },
  );
  for (const which of [0, 1]) void checkHealth(which);
  await vi.waitFor(() => expect(ready).toEqual([true, true]), { timeout: 20_000 });
}, 300_000);
afterAll(async () => {
  over.abort();
  await proxy?.close();
  for (const program of programs) program.process.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly person: Person;
  readonly body?: object;
  readonly key?: string;
}
const failures: string[] = [];
let answered = 0;

/** One request, never repeated: whatever isn't answered well has failed. */
async function ask(path: string, { person, body, key }: Asked): Promise<unknown> {
  const response = await fetch(`${proxy.url}/api/v1${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: {
      authorization: person.token,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  }).catch((error: unknown) => error as Error);
  const text = response instanceof Error ? response.message : await response.text();
  if (response instanceof Error || !response.ok) {
    failures.push(`${path}: ${response instanceof Error ? '' : response.status} ${text.slice(0, 200)}`);
    return null;
  }
  answered += 1;
  return (JSON.parse(text) as { data: unknown }).data;
}

/** Repeats something until the end. */
const constantly = async (everyMs: number, work: () => Promise<unknown>): Promise<void> => {
  while (!over.signal.aborted) {
    await work();
    await sleep(everyMs);
  }
};

/** A page that shows a conversation: it hears of messages, and catches up whenever it has connected. */
function listener(person: Person, conversationId: string) {
  const seen = new Set<string>();
  let connections = 0;
  const socket: Socket = io(proxy.url, {
    transports: ['websocket'],
    forceNew: true,
    query: { token: person.token },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  const catchUp = async () => {
    const messages = (await ask(`/messages/conversations/${conversationId}?limit=100`, { person })) as {
      data: { text: string }[];
    } | null;
    for (const { text } of messages?.data ?? []) seen.add(text);
  };
  socket.on('connect', () => {
    connections += 1;
    // Answered once the process has let this connection in; what happened before is caught up.
    void socket.emitWithAck('auth/login', { token: person.token }).then(catchUp, () => {});
  });
  // As the site's own pages do: socket.io itself doesn't return when a server has said goodbye.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 100);
  });
  socket.on('events/missed', () => void catchUp());
  socket.on('message/created', ({ message }: { message: { text: string } }) => seen.add(message.text));
  return {
    seen,
    connections: () => connections,
    isConnected: () => socket.connected,
    close: () => socket.close(),
  };
}

async function restart(which: number): Promise<void> {
  const leaving = programs[which]!;
  leaving.process.kill('SIGTERM');
  // The order: not ready, still answering; then gone.
  const at = `http://127.0.0.1:${ports[which]}`;
  await expect.poll(async () => (await fetch(`${at}/readyz`)).status, { interval: 50 }).toBe(503);
  expect((await fetch(`${at}/api/v1/settings/public`)).status).toBe(200);
  expect(await leaving.ended).toBe(0);
  expect(leaving.stderr()).toBe('');
  await expect(fetch(`${at}/healthz`)).rejects.toThrow();
  await start(which);
  await expect.poll(() => ready[which], { timeout: 20_000 }).toBe(true);
}

test(`two processes restarted in turn, ${rounds} times: no request fails, no message is lost`, async () => {
  const [fan, creator] = [await app.makeFan(), await app.makeCreator()];
  await app.fund(fan.id, funded);
  const { _id: conversationId } = await app.ok('POST /conversations', {
    token: fan.token,
    body: { source: 'performer', sourceId: creator.id },
  });
  const pages = [creator, creator, creator].map((person) => listener(person, conversationId));
  await expect.poll(() => pages.every((page) => page.isConnected()), { timeout: 20_000 }).toBe(true);

  const written: string[] = [];
  let tipped = 0;
  const busy = [
    constantly(5, () => ask('/users/me', { person: fan })),
    constantly(10, () => ask('/user/feeds', { person: fan })),
    constantly(30, async () => {
      const key = crypto.randomUUID();
      const body = { amount: 10 };
      const paid = await ask(`/wallet/charges/tip/${creator.id}`, { person: fan, body, key });
      if (paid) tipped += 10;
    }),
    constantly(1_000, async () => {
      const text = `message-${written.length}`;
      const body = { conversationId, data: { text } };
      if (await ask(`/messages/conversations/${conversationId}`, { person: fan, body, key: text }))
        written.push(text);
    }),
  ];
  for (let round = 0; round < rounds; round += 1) for (const which of [0, 1]) await restart(which);
  // Both serve again.
  await sleep(500);
  over.abort();
  await Promise.all(busy);

  expect(failures.slice(0, 5)).toEqual([]);
  expect(answered).toBeGreaterThan(100 * rounds);
  expect(tipped).toBeGreaterThan(0);
  expect((await app.ok('GET /users/me', { token: fan.token })).balance).toBe(funded - tipped);
  expect(await checkLedger(app.ctx)).toEqual([]);
  expect(written.length).toBeGreaterThan(5);
  const kept = await fetchRows<{ text: string }>(
    app.db.execute(sql`SELECT text FROM messages WHERE conversation_id = ${conversationId} ORDER BY seq`),
  );
  expect(kept.map(({ text }) => text)).toEqual(written);
  for (const page of pages) {
    await expect.poll(() => page.isConnected(), { timeout: 20_000 }).toBe(true);
    // Every page's process was restarted, so every page has moved over at least once, and caught up.
    expect(page.connections()).toBeGreaterThan(1);
    await expect.poll(() => written.filter((text) => !page.seen.has(text)), { timeout: 20_000 }).toEqual([]);
    page.close();
  }
}, 900_000);
