import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Server as Live } from 'socket.io';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { limitConnections } from '#backend/node/database/connection-limit.ts';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';
import { endSlowBodies } from '#backend/node/process/slow-bodies.ts';
import { testBackend } from '../../setup/backend.ts';
import { fileOf, run } from '../../setup/child.ts';
import type { Program } from '../../setup/child.ts';
import { dial, head, hangUp } from '../../setup/dial.ts';

/* Clients that tie up a server at no cost: bodies that barely arrive, and idle connections. */
const folder = await mkdtemp(join(tmpdir(), 'limelight-slow-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const app = await testBackend();
const servers: Server[] = [];
const lines: string[] = [];
const log = {
  info: () => {},
  warn: (line: string) => void lines.push(line),
  error: (line: string, facts?: unknown) => void lines.push(`${line} ${JSON.stringify(facts)}`),
};

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0), 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  hangUp();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  lines.length = 0;
});

const problemIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown;
const slow = {
  status: 408,
  code: 'request_timeout',
  message: 'Your request didn’t fully arrive. Check your connection and try again.',
};
const json = { 'Content-Type': 'application/json', 'Content-Length': 1_000 };
const form = { 'Content-Type': 'multipart/form-data; boundary=xyz', 'Content-Length': 10_000_000 };

describe('a body', () => {
  /** The real API behind the real router, with short timeouts. */
  const site = async ({ bodyMs = 300, upload = { ms: 600, bytes: 64 * 1024 } } = {}) => {
    const front = createRequestRouter({
      publicUrl: 'http://localhost',
      headers: { 'X-Always': 'yes' },
      log,
      findPeer: () => ({ ip: '127.0.0.1' }),
      api: app.backend,
      readiness: { isReady: () => true, report: () => '' },
      folders: {},
    });
    const live = new Live({ path: '/socket.io' }).attach(front);
    endSlowBodies(front, { bodyMs, upload });
    return { port: await listening(front), live };
  };

  const session = async (port: number) => {
    const opened = await (await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)).text();
    return (JSON.parse(opened.slice(1)) as { sid: string }).sid;
  };
  test.each(['POST /api/v1/auth/login', 'PUT /api/v1/users', 'POST /socket.io/?EIO=4&transport=polling'])(
    'of %s that stops halfway gets a 408, and the connection is closed',
    async (start) => {
      const { port } = await site();
      const { token } = await app.makeFan();
      const { write, ended } = dial(port);
      write(
        `${head(start.includes('socket.io') ? `${start}&sid=${await session(port)}` : start, { ...json, authorization: token })}{"credentials": `,
      );
      const answer = await ended;
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/^connection: close\r$/im);
      expect(problemIn(answer)).toEqual(slow);
      expect(lines).toEqual([]);
    },
  );
  test.each(['POST /nothing', 'GET /healthz', 'POST /api/v1/performer/feeds'])(
    "of %s that nobody reads doesn't hold a connection either",
    async (start) => {
      const { port } = await site();
      const { write, ended } = dial(port);
      write(`${head(start, json)}{"credentials": `);
      expect(await ended).toMatch(/^HTTP\/1\.1 (200|401|404) /);
    },
  );
  test.each([
    ['a call', 'POST /api/v1/auth/login', { ...json, beginning: '{"credentials": ' }],
    [
      'a form',
      'POST /api/v1/performer/feeds/photo/upload',
      {
        ...form,
        beginning:
          '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc',
      },
    ],
    [
      'a file on a signed address',
      'PUT',
      { 'Content-Type': 'image/jpeg', 'Content-Length': 10_000, beginning: 'abc' },
    ],
  ])(
    "of %s that is too slow or breaks off isn't logged as our error",
    async (_what, start, { beginning, ...headers }) => {
      app.ports.log.lines.length = 0;
      const { port } = await site({ upload: { ms: 300, bytes: 64 * 1024 } });
      const { token } = await app.makeCreator();
      const { url } = await app.ok('POST /uploads/sign', {
        token,
        body: { fileName: 'a.jpg', fileType: 'image/jpeg' },
      });
      const signed = new URL(url, 'http://localhost');
      const [late, gone] = [dial(port), dial(port)];
      for (const { write } of [late, gone])
        write(
          `${head(start === 'PUT' ? `PUT ${signed.pathname}${signed.search}` : start, { ...headers, authorization: token })}${beginning}`,
        );
      await sleep(100);
      gone.socket.destroy();
      expect(problemIn(await late.ended)).toEqual(slow);
      await sleep(300);
      expect([...lines, ...app.ports.log.lines]).toEqual([]);
    },
  );
  test('that trickles counts as stopped', async () => {
    const { port } = await site();
    const { write, ended, closed } = dial(port);
    write(
      head('POST /api/v1/auth/login', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }),
    );
    while (!closed()) {
      write('1\r\n \r\n');
      await sleep(20);
    }
    expect(problemIn(await ended)).toEqual(slow);
  });
  test('that arrives in time is read, and its connection stays open', async () => {
    const { port } = await site({ bodyMs: 2_000 });
    const { write, says, closed } = dial(port);
    const body = JSON.stringify({
      credentials: 'nobody.here',
      password: 'wrong horse battery',
      remember: false,
    });
    for (let round = 1; round <= 2; round += 1) {
      write(
        head('POST /api/v1/auth/login', {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        }),
      );
      write(body.slice(0, 10));
      await sleep(100);
      write(body.slice(10));
      const answers = (await says(new RegExp(`(HTTP/1\\.1 4[\\s\\S]*){${round}}`))).match(/HTTP\/1\.1 \d+/g);
      expect(answers).toHaveLength(round);
      expect(answers).not.toContain('HTTP/1.1 408');
    }
    await sleep(2_300);
    expect(closed()).toBe(false);
  });
  test.each([
    ['POST /api/v1/performer/feeds/video/upload', form],
    ['PUT /media/whatever', { 'Content-Type': 'video/mp4', 'Content-Length': 10_000_000 }],
  ])('of an upload (%s) is ended once nothing more arrives', async (start, headers) => {
    const port = await listening(
      endingSlow(
        createServer((request) => void request.resume()),
        { bodyMs: 100, upload: { ms: 1_500, bytes: 64 * 1024 } },
      ),
    );
    const { write, ended, closed } = dial(port);
    write(head(start, headers));
    for (let piece = 0; piece < 20; piece += 1) {
      write(new Uint8Array(64 * 1024));
      await sleep(100);
    }
    // Longer than an upload may stall, and twenty times the limit of other bodies.
    expect(closed()).toBe(false);
    expect(problemIn(await ended)).toEqual(slow);
  });
  test("of an upload isn't late while we are the ones not reading", async () => {
    const port = await listening(
      endingSlow(
        createServer(
          (request, response) =>
            void sleep(1_000).then(() => request.resume().once('end', () => response.end('thanks'))),
        ),
        { bodyMs: 100, upload: { ms: 300, bytes: 64 * 1024 } },
      ),
    );
    const { write, says } = dial(port);
    write(head('PUT /media/whatever', { 'Content-Length': 10_000_000 }));
    write(new Uint8Array(10_000_000));
    expect(await says(/thanks|408/)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

const endingSlow = (server: Server, patience: Parameters<typeof endSlowBodies>[1]) => {
  endSlowBodies(server, patience);
  return server;
};

// Other systems have only one loopback address.
describe.skipIf(process.platform !== 'linux')('connections', () => {
  const site = async (max = 200) => {
    const server = createServer((_request, response) => response.end('here'));
    const live = new Live({ path: '/socket.io', transports: ['websocket'] }).attach(server);
    limitConnections(server, max, log);
    return { port: await listening(server), live };
  };
  const served = async (port: number, from?: string) => {
    const { write, ended, says, socket } = dial(port, from);
    write(head('GET /', {}));
    const answer = await Promise.race([says(/here/), ended]);
    socket.destroy();
    return answer.startsWith('HTTP/1.1 200 ');
  };
  const hold = async (port: number, count: number, from?: string) => {
    const held = Array.from({ length: count }, () => dial(port, from));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    // Rejected connections are closed at once, so the server has seen all of them once it has served one from
    // another address.
    expect(await served(port, '127.0.0.9')).toBe(true);
    return held;
  };

  test('beyond two hundred from one address are closed; others are served, and so is it once it closes some', async () => {
    const { port } = await site();
    const held = await hold(port, 200);
    expect(held.some(({ closed }) => closed())).toBe(false);
    expect([await served(port), await served(port), await served(port, '127.0.0.2')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(lines).toEqual([expect.stringContaining('MAX_CONNECTIONS_PER_ADDRESS')]);
    // Rejected connections didn't take a slot, and closed ones release theirs.
    for (const { socket } of held.slice(0, 2)) socket.destroy();
    await expect.poll(() => served(port)).toBe(true);
    const again = await hold(port, 2);
    expect(await served(port)).toBe(false);
    expect([...held.slice(2), ...again].some(({ closed }) => closed())).toBe(false);
  });
  test('from one address count together however it is written, including those of an IPv6 network', () => {
    const server = new EventEmitter() as Server;
    limitConnections(server, 2, log);
    const taken = (remoteAddress: string) => {
      let isTaken = true;
      server.emit(
        'connection',
        Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (isTaken = false) }),
      );
      return isTaken;
    };
    const coming = [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '203.0.113.7',
      '203.0.113.8',
      '2001:db8::1',
      '2001:db8::ffff:2',
      '2001:db8:0:0:3::',
      '2001:db8:0:1::1',
    ];
    expect(coming.map(taken)).toEqual([true, true, false, true, true, true, false, true]);
  });
  test('count if they are websockets, too', async () => {
    const { port, live } = await site(2);
    const clients = [0, 1].map(() =>
      io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, reconnection: false }),
    );
    await Promise.all(clients.map((client) => once(client as never, 'connect')));
    expect(await served(port)).toBe(false);
    for (const client of clients) client.disconnect();
    await expect.poll(() => served(port)).toBe(true);
    live.disconnectSockets(true);
  });
  test('are unlimited if the limit is off', async () => {
    const { port } = await site(0);
    await hold(port, 250);
    expect(await served(port)).toBe(true);
  });
});

describe.skipIf(process.platform !== 'linux')('the server', () => {
  const start = async (env: Record<string, string>) => {
    const probe = createServer();
    const port = await listening(probe);
    await new Promise((resolve) => probe.close(resolve));
    const server = run(fileOf('#backend/node/main.ts'), {
      env: {
        ROLE: 'api',
        DATABASE_URL: app.url,
        SECRET: 'only for this test, but long enough',
        PORT: String(port),
        DATA_DIR: folder,
        DEMO: '0',
        REQUEST_BODY_SECONDS: '1',
        MAX_CONNECTIONS_PER_ADDRESS: '20',
        ...env,
      },
    });
    programs.push(server);
    await server.says(/^ready /m);
    return port;
  };
  const programs: Program[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) {
      program.process.kill('SIGTERM');
      await program.ended;
    }
  });
  const healthy = async (port: number, from?: string) => {
    const { write, ended, says } = dial(port, from);
    write(head('GET /healthz', {}));
    return (await Promise.race([says(/\nok/), ended])).startsWith('HTTP/1.1 200 ');
  };
  test.each([
    ['holds both limits as they are set', '0', false],
    ['leaves connections to the proxy before it', '1', true],
  ])('%s', async (_what, proxies, isTaken) => {
    const port = await start({ TRUSTED_PROXIES: proxies });
    const late = dial(port, '127.0.0.3');
    late.write(`${head('POST /api/v1/auth/login', json)}{"credentials": `);
    expect(problemIn(await late.ended)).toEqual(slow);
    for (let count = 0; count < 20; count += 1) expect(await healthy(port)).toBe(true);
    expect([await healthy(port), await healthy(port, '127.0.0.2')]).toEqual([isTaken, true]);
  });
});
