import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineScripts } from '#backend/node/pages/content-security.ts';
import { isAlive } from '#backend/node/process/process-state.ts';
import { fileOf, run } from '../setup/child.ts';
import type { Program } from '../setup/child.ts';

/* The server as `npm start` runs it, with the existing build in `.next` (`npm test` creates it first). */
let folder = '';
let port = 0;
let server: Program;
const url = (path: string) => `http://localhost:${port}${path}`;
const start = (env: Record<string, string> = {}) =>
  run(fileOf('#backend/node/main.ts'), { env: { PORT: String(port), DATA_DIR: folder, ...env } });
const databasePid = async () =>
  Number.parseInt(await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);

async function tokenOf(name: string): Promise<string> {
  const answer = await fetch(url('/api/v1/auth/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: name, password: 'limelight', remember: false }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-server-'));
  await chmod(folder, 0o755);
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  port = (probe.address() as { port: number }).port;
  probe.close();
  server = start();
  await server.says(/^ready /m);
}, 180_000);
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

describe('the running server', () => {
  test('has logged each step, then the URL and the demo accounts', async () => {
    const lines = server
      .stdout()
      .trimEnd()
      .split('\n')
      .filter((line) => !/^\d{4}-/.test(line));
    expect(lines.map((line) => line.split(/\s/, 1)[0])).toEqual([
      'database',
      'live',
      'payments',
      'demo',
      'demo',
      'ready',
    ]);
    expect(lines.at(-1)).toBe(
      `ready         http://localhost:${port}  demo accounts: demo-fan and demo-creator, password limelight`,
    );
    expect(server.stderr()).toBe('');
    // `npm start` compresses the pages' files from then on.
    await expect.poll(() => server.messages).toEqual(['ready']);
  });

  test('serves pages, calls, files and flags, each with its headers', async () => {
    for (const path of ['/', '/api/v1/settings/public', '/flags/fr.svg', '/auth/login', '/nothing/here']) {
      const { headers } = await fetch(url(path));
      expect([
        path,
        headers.get('x-content-type-options'),
        headers.get('x-frame-options'),
        headers.get('x-powered-by'),
      ]).toEqual([path, 'nosniff', 'DENY', null]);
    }
    const script = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(url('/'))).text())?.[0] ?? '';
    const file = await fetch(url(script), { headers: { 'accept-encoding': 'br' } });
    expect([file.status, file.headers.get('content-encoding'), file.headers.get('cache-control')]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect((await fetch(url('/api/v1/nothing'))).status).toBe(404);
    expect((await fetch(url('/nothing/here'))).status).toBe(404);
  });

  test.each([
    ['/', null],
    ['/demo-creator', null],
    ['/auth/login', null],
    ['/demo-creator', 'demo-fan'],
    ['/home', 'demo-fan'],
    ['/search', 'demo-fan'],
    ['/messages', 'demo-fan'],
    ['/creator/feeds', 'demo-creator'],
  ])(
    '%s, seen by %s, is complete as sent: every script carries the nonce, and nothing needs one to be displayed',
    async (path, name) => {
      const cookie = name ? `token=${await tokenOf(name)}` : '';
      const page = await fetch(url(path), { headers: { cookie }, redirect: 'manual' });
      const html = await page.text();
      expect(page.status).toBe(200);
      const policy = page.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
      const hashed = inlineScripts(html).filter((script) =>
        policy.includes(createHash('sha256').update(script).digest('base64')),
      );
      // Blocks of data don't run.
      const scripts = [...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)([^>]*)>([^<]*)/g)].filter(
        ([, attributes = '', body = '']) =>
          !/ src="\/_next\//.test(attributes) && !hashed.some((script) => script.startsWith(body)),
      );
      expect(
        scripts
          .map(([, attributes = '', body = '']) => [
            attributes.includes(`nonce="${nonce}"`),
            body.slice(0, 40),
          ])
          .filter(([carries]) => !carries),
      ).toEqual([]);
      expect(html).not.toMatch(/<template id="B:|<div hidden="" id="S:|<div hidden id="S:/);
    },
  );

  test('a visitor gets the shared page, a logged-in person their own', async () => {
    const policyOf = async (cookie: string) =>
      (await fetch(url('/'), { headers: { cookie }, redirect: 'manual' })).headers.get(
        'content-security-policy',
      );
    expect(await policyOf('theme=dark')).toBe(await policyOf('theme=dark'));
    expect(await policyOf('token=nobody')).not.toBe(await policyOf('token=nobody'));
  });

  test('accepts sockets by websocket and polling, and logs in by token', async () => {
    const token = await tokenOf('demo-fan');
    for (const transport of ['websocket', 'polling'] as const) {
      const socket = io(url(''), { transports: [transport], query: { token }, forceNew: true });
      await new Promise<void>((resolve, reject) =>
        socket.once('connect', () => resolve()).once('connect_error', reject),
      );
      expect(await socket.emitWithAck('auth/login', { token })).toEqual({ ok: true });
      expect(await socket.emitWithAck('auth/login', { token: 'forged-forged-forged' })).toMatchObject({
        ok: false,
      });
      socket.disconnect();
    }
    expect(server.stdout() + server.stderr()).not.toContain(token);
  });

  test('continues after invalid bytes on a connection', async () => {
    for (const nonsense of [
      'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n',
      'BREW / HTTP/1.1\r\n\r\n',
      '\0\0\0',
      'GET /socket.io/?EIO=9 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'GET //evil.example/%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      const line = createConnection(port, 'localhost');
      line.on('error', () => {});
      line.end(nonsense);
      await Promise.race([once(line.resume(), 'close'), sleep(2_000)]);
      line.destroy();
    }
    expect((await fetch(url('/'))).status).toBe(200);
  });

  test('is back by itself after its database is killed', async () => {
    process.kill(await databasePid(), 'SIGKILL');
    // Logging in writes to the database, while reads might still be served from a cache.
    await expect.poll(() => tokenOf('demo-fan').catch(() => null), { timeout: 60_000 }).toBeTypeOf('string');
  });
});

describe('shutting down', () => {
  test('finishes running requests, closes sockets and database, and releases the folder', async () => {
    const pid = await databasePid();
    // A request whose body is incomplete when the signal arrives.
    const slow = httpRequest(url('/api/v1/auth/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write('{"credentials":"demo-fan",');
    const socket = io(url(''), { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const cut = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    server.process.kill('SIGTERM');
    await cut;
    await sleep(300);
    await expect(fetch(url('/'))).rejects.toThrow();
    slow.end('"password":"limelight","remember":false}');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await server.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(server.stderr()).toBe('');
  });

  test('and starting again creates nothing new and has all the data', async () => {
    server = start();
    await server.says(/^ready /m);
    expect((await fetch(url('/'))).status).toBe(200);
    expect(server.stdout()).not.toContain('creating people');
  });

  test('after kill -9 the next start continues where it was', async () => {
    const pid = await databasePid();
    server.process.kill('SIGKILL');
    await server.ended;
    expect(isAlive(pid)).toBe(true);
    server = start();
    await server.says(/^ready /m);
    expect(await databasePid()).toBe(pid);
    expect((await fetch(url('/api/v1/performers/top'))).status).toBe(200);
  });

  test('two signals in a row, as from a terminal and npm, are one shutdown; a later one exits at once', async () => {
    const stuck = createConnection(port, 'localhost');
    stuck.on('error', () => {});
    stuck.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await sleep(200);
    server.process.kill('SIGINT');
    server.process.kill('SIGINT');
    await sleep(1_200);
    expect(server.process.exitCode).toBeNull();
    server.process.kill('SIGINT');
    // Sooner than the ten seconds that open requests are given.
    await expect.poll(() => server.process.exitCode, { timeout: 8_000 }).toBe(0);
    stuck.destroy();
  });

  test('goes on serving, and stops, when whatever read its output is gone', async () => {
    server = start();
    await server.says(/^ready /m);
    server.process.stdout?.destroy();
    server.process.stderr?.destroy();
    // Losing the database is logged.
    process.kill(await databasePid(), 'SIGKILL');
    await expect.poll(() => tokenOf('demo-fan').catch(() => null), { timeout: 10_000 }).toBeTypeOf('string');
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
