import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientAddress } from '#backend/node/ports/client-address.ts';
import { socketTo } from '#state/live/connect-socket.ts';
import { freePort } from '../setup/killing.ts';
import { proxies } from '../setup/shipped-proxies.ts';

/*
 * Runs the shipped proxy configurations in the real proxies, in front of fake processes that report their
 * names.
 */
interface StandIn {
  readonly name: string;
  readonly port: number;
  readonly server: HttpServer;
}
const standIns: StandIn[] = [];

async function standIn(name: string, live: boolean): Promise<void> {
  const server = createServer((incoming, response) => {
    let size = 0;
    incoming.on('data', (chunk: Buffer) => (size += chunk.length));
    const about = {
      name,
      path: incoming.url,
      host: incoming.headers.host,
      address: clientAddress(incoming, 1),
    };
    // A rejection that doesn't wait for the body, like the site's for bodies that are too large. Like the site's
    // HTTP server it reads on for a moment: nginx turns a connection that closes while it writes into a 502.
    if (incoming.url === '/api/v1/refused') {
      response.writeHead(413, { 'Content-Type': 'application/json' }).end(JSON.stringify(about));
      return void setTimeout(() => incoming.destroy(), 500).unref();
    }
    incoming.on('end', () =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ...about, size })),
    );
  });
  if (live)
    new Server(server, { path: '/socket.io', destroyUpgrade: false }).on(
      'connection',
      (socket) => void socket.on('who', (answer: (name: string) => void) => answer(name)),
    );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  standIns.push({ name, port: (server.address() as AddressInfo).port, server });
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-proxies-'));
  for (const [name, live] of [
    ['api 1', true],
    ['api 2', true],
    ['web', false],
    ['live', false],
  ] as const)
    await standIn(name, live);
});
afterAll(async () => {
  for (const { server } of standIns) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true });
});

describe.each(Object.entries(proxies))('%s', (name, { isThere, start }) => {
  const skipped = `skipped: no ${name}`;
  let url = '';
  let program: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    if (!isThere) return;
    const port = await freePort();
    program = await start({ folder, port, processes: standIns.map((each) => each.port) });
    url = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    if (!isThere) return;
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  });
  interface About {
    name: string;
    path: string;
    host: string;
    address: string;
    size: number;
  }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(url + path, init)).json()) as About;

  test('routes calls, pages and live streams to different processes', async (context) => {
    if (!isThere) return context.skip(skipped);
    const to = async (path: string) => (await ask(path)).name.split(' ')[0];
    expect(
      await Promise.all(
        [
          '/api/v1/settings/public',
          '/media/files/x.webp?a=1',
          '/monitoring',
          '/',
          '/anna',
          '/api/getsignedUrl',
          '/_next/static/a.js',
          '/_next/data/x.json',
          '/monitoring-of-cats',
          '/flags/fr.svg',
          '/live/0190',
          '/live/whispers',
          '/api/v1/streaming/live',
          '/live/whip',
          '/live/whip/0190',
          '/live/whep/0190/ab',
          '/live/hls/ab/index.m3u8',
        ].map(to),
      ),
    ).toEqual([
      ...Array<string>(3).fill('api'),
      ...Array<string>(9).fill('web'),
      ...Array<string>(5).fill('live'),
    ]);
    // Round robin, so both serve requests.
    expect(
      new Set(await Promise.all(Array.from({ length: 20 }, async () => (await ask('/api/v1/x')).name))),
    ).toEqual(new Set(['api 1', 'api 2']));
  });

  test("passes the client's address and host on, whatever a visitor pretends", async (context) => {
    if (!isThere) return context.skip(skipped);
    for (const path of ['/', '/api/v1/x?q=%2F%20a', '/media/y']) {
      expect(await ask(path, { headers: { 'x-forwarded-for': '198.51.100.7' } })).toMatchObject({
        path,
        host: url.slice('http://'.length),
        address: '127.0.0.1',
      });
    }
  });

  test('streams an upload, and returns a rejection before all of it was sent', async (context) => {
    if (!isThere) return context.skip(skipped);
    expect(
      await ask('/api/v1/upload', { method: 'POST', body: new Uint8Array(30 * 1024 * 1024) }),
    ).toMatchObject({ size: 30 * 1024 * 1024 });
    const whole = 500 * 1024 * 1024;
    let sent = 0;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${url}/api/v1/refused`, {
        method: 'POST',
        headers: { 'content-length': whole },
      });
      const piece = new Uint8Array(64 * 1024);
      const more = setInterval(() => {
        if (sent + piece.length > whole) return;
        sending.write(piece);
        sent += piece.length;
      }, 5);
      const end = (then: () => void) => {
        clearInterval(more);
        sending.destroy();
        then();
      };
      sending.on('response', (response) => end(() => resolve(response.statusCode)));
      sending.on('error', (error) => end(() => reject(error)));
    });
    expect(sent).toBeLessThan(whole / 10);
    expect(status).toBe(413);
  });

  test('forwards websockets', async (context) => {
    if (!isThere) return context.skip(skipped);
    const socket = await socketTo(url, 'a token');
    socket.connect();
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true);
    expect(socket.io.engine.transport.name).toBe('websocket');
    socket.disconnect();
  });

  test('keeps a polled connection on one process', async (context) => {
    if (!isThere) return context.skip(skipped);
    const names = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      const socket = io(url, {
        transports: ['polling'],
        upgrade: false,
        reconnection: false,
        forceNew: true,
        query: { token: `token ${count}` },
      });
      await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true);
      const answers = [];
      for (let asked = 0; asked < 6; asked += 1)
        answers.push((await socket.timeout(5_000).emitWithAck('who')) as string);
      expect(new Set(answers).size).toBe(1);
      names.add(answers[0]!);
      socket.disconnect();
    }
    // By token they are distributed; by address all of one machine go to the same process.
    expect(names.size).toBe(name === 'nginx' ? 2 : 1);
  });

  test('writes no session to its log', async (context) => {
    if (!isThere) return context.skip(skipped);
    expect(await readFile(join(folder, 'access.log'), 'utf8').catch(() => '')).not.toContain('token');
  });
});
