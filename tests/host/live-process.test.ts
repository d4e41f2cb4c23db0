import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { testBackend } from '../setup/backend.ts';
import { type Program, fileOf, run } from '../setup/child.ts';
import { type Place, embeddedPlace, freePort } from '../setup/killing.ts';
import { type Crowd, type Guest, crowdAt } from '../setup/live-crowd.ts';
import { roundRobinProxy } from '../setup/round-robin-proxy.ts';
import { proxies } from '../setup/shipped-proxies.ts';

/*
 * A site of several processes, of which one carries the streams (ROLE=live), behind the proxies whose configurations
 * are shipped, or one of the test's own.
 */
/** In the order of the configurations' ports. Pages aren't asked for, so nothing listens where they would be. */
const roles = ['api', 'api', null, 'live', 'jobs'] as const;
let folder = '';
let place: Place;
let [creator, fan] = ['', ''];
let at: number[] = [];
const programs: Record<number, Program> = {};

const start = async (which: number): Promise<void> => {
  const program = run(fileOf('#backend/node/main.ts'), {
    env: {
      ROLE: roles[which] ?? '',
      DATABASE_URL: place.database.url,
      DATABASE_CONNECTIONS: '10',
      SECRET: 'only for this test, but long enough',
      PORT: String(at[which]),
      DATA_DIR: folder,
      DEMO: '0',
      LIVE_UDP_PORT: '0',
      TRUSTED_PROXIES: '1',
    },
  });
  programs[which] = program;
  await program.says(/^ready /m);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-live-'));
  await chmod(folder, 0o755);
  place = await embeddedPlace();
  at = await Promise.all(roles.map(freePort));
  await Promise.all([0, 1, 3, 4].map(start));
  const app = await testBackend({ database: place.database });
  app.ports.clock.set(new Date());
  [creator, fan] = [(await app.makeCreator()).token, (await app.makeFan()).token];
}, 240_000);
afterAll(async () => {
  const running = Object.values(programs);
  for (const program of running) program.process.kill('SIGTERM');
  await Promise.all(running.map((program) => program.ended));
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});
const urlOf = (which: number) => `http://127.0.0.1:${at[which]}`;

/** As both configurations do. */
async function ownProxy() {
  let turn = 0;
  const choose = ({ url = '' }: { url?: string | undefined }) => {
    if (/^\/(api\/v1\/streaming|live\/(whip|whep|hls))(\/|$)/.test(url)) return 3;
    return /^\/(api\/v1|socket\.io)\//.test(url) ? (turn += 1) % 2 : 2;
  };
  const proxy = await roundRobinProxy(
    at.slice(0, 4).map((_, which) => urlOf(which)),
    { choose },
  );
  return { url: proxy.url, stop: () => proxy.close() };
}
async function realProxy(name: 'nginx' | 'caddy') {
  const port = await freePort();
  const own = await mkdtemp(join(tmpdir(), 'limelight-live-proxy-'));
  const program = await proxies[name].start({ folder: own, port, processes: at });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/api/v1/settings/public`)).status).toBe(200), {
    timeout: 20_000,
    interval: 100,
  });
  const stop = async () => {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
    await rm(own, { recursive: true, force: true });
  };
  return { url, stop };
}

describe.each(['a proxy', 'nginx', 'caddy'] as const)('behind %s', (name) => {
  const isThere = name === 'a proxy' || proxies[name].isThere;
  let proxy: { url: string; stop: () => Promise<void> };
  let crowd: Crowd;
  beforeAll(async () => {
    if (!isThere) return;
    proxy = await (name === 'a proxy' ? ownProxy() : realProxy(name));
    crowd = crowdAt(proxy.url);
  }, 60_000);
  afterAll(async () => {
    if (isThere) await proxy.stop();
  });

  test('a stream is sent, watched, counted and ended', async (context) => {
    if (!isThere) return context.skip(`skipped: no ${name}`);
    const stream = await crowd.goLive(creator, 'A long evening');
    const guests: Guest[] = [];
    try {
      guests.push(await crowd.enter(fan, stream.streamId));
      // The fan's page tells a process that carries no streams.
      const view = () =>
        crowd.call<{ viewers: number; state: string }>(`GET /streaming/${stream.streamId}`, creator);
      await vi.waitFor(async () => expect((await view()).data).toMatchObject({ viewers: 1, state: 'live' }), {
        timeout: 15_000,
        interval: 250,
      });
      // Also a process that carries no streams knows how many watch.
      const { call } = crowdAt(urlOf(0));
      const counted = await call<{ viewers: number }>(`GET /streaming/${stream.streamId}`, creator);
      expect(counted.data.viewers).toBe(1);
      const before = guests[0]?.peer.received() ?? 0;
      await expect.poll(() => guests[0]?.peer.received() ?? 0, { timeout: 5_000 }).toBeGreaterThan(before);
    } finally {
      for (const guest of guests) await guest.leave(true);
      await stream.end();
    }
    expect((await crowd.call<{ state: string }>(`GET /streaming/${stream.streamId}`, fan)).data.state).toBe(
      'ended',
    );
  });
});

test('a page that was never let in is told so, whichever process it reaches', async () => {
  const crowd = crowdAt(urlOf(3));
  const stream = await crowd.goLive(creator, 'Another evening');
  const socket = io(urlOf(1), { transports: ['websocket'], query: { token: fan }, forceNew: true });
  try {
    await new Promise<void>((resolve, reject) =>
      socket.once('connect', () => resolve()).once('connect_error', reject),
    );
    await socket.emitWithAck('auth/login', { token: fan });
    const told = { streamId: stream.streamId, isSending: false, receives: [] };
    expect(await socket.emitWithAck('stream/media', told)).toMatchObject({ ok: false, code: 'not_found' });
  } finally {
    socket.disconnect();
    await stream.end();
  }
});

test('pages are told whether a process carries streams', async () => {
  const { call } = crowdAt(urlOf(0));
  const isOffered = async () =>
    (await call<{ liveStreams: boolean }>('GET /settings/public', fan)).data.liveStreams;
  const kind = async () =>
    (await call<{ media: { kind: string } }>('GET /streaming/settings', creator)).data.media.kind;
  expect(await isOffered()).toBe(true);
  programs[3]?.process.kill('SIGTERM');
  await programs[3]?.ended;
  await expect.poll(isOffered, { timeout: 15_000, interval: 250 }).toBe(false);
  expect(await kind()).toBe('off');
  await start(3);
  await expect.poll(isOffered, { timeout: 15_000, interval: 250 }).toBe(true);
}, 60_000);

test('a call that a proxy sends to the wrong process is refused, and its log says what is wrong', async () => {
  const crowd = crowdAt(urlOf(0));
  await expect(crowd.call('POST /streaming/live', creator, { title: 'Nowhere' })).rejects.toThrow(/503/);
  expect(programs[0]?.stderr() + (programs[0]?.stdout() ?? '')).toContain('to the process with ROLE=live');
});

test('when the process that carries streams is killed and started again, people join again', async () => {
  const proxy = await ownProxy();
  const crowd = crowdAt(proxy.url);
  try {
    const stream = await crowd.goLive(creator, 'An evening with a break');
    await (await crowd.enter(fan, stream.streamId)).leave(true);
    // It has been noted that media flows.
    const flows = async () => {
      const { db } = place.database;
      const [row] = await db.select().from(streams).where(eq(streams.id, stream.streamId));
      return row?.mediaSince ?? null;
    };
    await expect.poll(flows, { timeout: 10_000 }).not.toBeNull();
    programs[3]?.process.kill('SIGKILL');
    await programs[3]?.ended;
    await start(3);
    await expect(crowd.call(`GET /streaming/join/${stream.streamId}`, fan)).resolves.toMatchObject({
      status: 200,
    });
    // Its media is away, so the stream waits for its creator, in the process that has just been started.
    await vi.waitFor(
      async () =>
        expect((await crowd.call(`GET /streaming/${stream.streamId}`, fan)).data).toMatchObject({
          state: 'interrupted',
        }),
      { timeout: 30_000, interval: 500 },
    );
    await crowd.call(`PUT /streaming/live/${stream.streamId}`, creator, { state: 'ended' });
  } finally {
    await proxy.stop();
  }
}, 120_000);
