import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf, run } from '../setup/child.ts';
import type { Program } from '../setup/child.ts';

/*
 * A country blocked by the operator, tested against the server as `npm start` runs it behind a proxy: pages,
 * their data, calls, sockets.
 */
let folder = '';
let url = '';
let server: Program;
const env = () => ({
  PORT: new URL(url).port,
  DATA_DIR: folder,
  DEMO: '0',
  TRUSTED_PROXIES: '1',
  COUNTRY_HEADER: 'cf-ipcountry',
});
const places = {
  'by its IPv4 address': { 'x-forwarded-for': '193.99.144.80' },
  'by its mapped address': { 'x-forwarded-for': '::ffff:193.99.144.80' },
  'by its IPv6 address': { 'x-forwarded-for': '2a02:2e0:3fe:1001::1' },
  'by the proxy’s word': { 'x-forwarded-for': '8.8.8.8', 'cf-ipcountry': 'DE' },
};
const elsewhere = { 'x-forwarded-for': '2001:4860:4860::8888' };
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(url + path, { headers, method, redirect: 'manual' });
const password = 'correct horse battery';
let token = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-closed-'));
  await chmod(folder, 0o755);
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  url = `http://localhost:${(probe.address() as AddressInfo).port}`;
  probe.close();
  server = run(fileOf('#backend/node/main.ts'), { env: env() });
  await server.says(/^ready /m);
  const post = (path: string, body: unknown) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...elsewhere },
      body: JSON.stringify(body),
    });
  await post('/auth/users/register', {
    username: 'hidden.person',
    name: 'Hidden Person',
    email: 'hidden@limelight.test',
    password,
  });
  token = (
    (await (
      await post('/auth/login', { credentials: 'hidden.person', password, remember: false })
    ).json()) as { data: { token: string } }
  ).data.token;
}, 120_000);
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

const connect = (headers: Record<string, string>, transport: 'websocket' | 'polling') =>
  io(url, {
    transports: [transport],
    query: { token },
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
const settled = (socket: ReturnType<typeof connect>) =>
  new Promise<string>(
    (resolve) =>
      void socket.on('connect', () => resolve('connected')).on('connect_error', () => resolve('refused')),
  );

describe('a country that the operator closes', () => {
  test('closes the sockets that are open there, and no others', async () => {
    expect(token).not.toBe('');
    const [there, here] = [
      connect(places['by the proxy’s word'], 'websocket'),
      connect(elsewhere, 'websocket'),
    ];
    expect(await Promise.all([settled(there), settled(here)])).toEqual(['connected', 'connected']);
    const ended = once(there as never, 'disconnect');
    const program = run(fileOf('#backend/node/operator/operator.ts'), {
      args: ['settings', 'set', 'blockedCountries', '["DE"]'],
      env: env(),
    });
    expect([await program.ended, program.stderr()]).toEqual([0, '']);
    await ended;
    await sleep(100);
    expect(here.connected).toBe(true);
    here.disconnect();
  }, 60_000);

  test.each(Object.entries(places))(
    '%s: each page is the screen that says so, with 451, and without personal data',
    async (_, headers) => {
      for (const path of [
        '/',
        '/hidden.person',
        '/auth/login',
        '/home',
        '/search?q=hidden',
        '/country-blocked',
        '/offline',
        '/no/such/page',
      ]) {
        const page = await ask(path, { ...headers, cookie: `token=${token}` });
        const html = await page.text();
        expect([path, page.status]).toEqual([path, 451]);
        expect(html).toContain('Limelight isn’t available in your country');
        expect(html).not.toMatch(/hidden[. ]person|demo-/i);
        const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? 'none';
        expect((await ask(script, headers)).status).toBe(200);
      }
      expect((await ask('/', headers, 'HEAD')).status).toBe(451);
    },
  );

  test.each(Object.entries(places))('%s: no data, no call, no socket', async (_, headers) => {
    const build = (await readFile(new URL('../../.next/BUILD_ID', import.meta.url), 'utf8')).trim();
    const json = [
      '/_next/data/x/index.json',
      `/_next/data/${build}/hidden.person.json?profileId=hidden.person`,
      '/api/getsignedUrl',
      '/api/v1/settings/public',
      '/media/public/x',
      '/socket.io/?EIO=4&transport=polling',
    ];
    for (const path of json) {
      const answer = await ask(path, { ...headers, authorization: token });
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        451,
        { status: 451, code: 'country_closed', message: 'This site isn’t available in your country.' },
      ]);
    }
    expect(
      ((await (await ask('/api/v1/block/countries/check', headers)).json()) as { data: unknown }).data,
    ).toEqual({ blocked: true });
    for (const transport of ['websocket', 'polling'] as const)
      expect([transport, await settled(connect(headers, transport))]).toEqual([transport, 'refused']);
    for (const path of ['/favicon.ico', '/manifest.webmanifest'])
      expect([path, (await ask(path, headers)).status]).toEqual([path, 200]);
  });

  test("elsewhere, and for the same address without the proxy's header, everything is open", async () => {
    for (const headers of [elsewhere, { 'x-forwarded-for': '8.8.8.8' }]) {
      for (const path of ['/', '/auth/login', '/api/v1/settings/public'])
        expect([path, (await ask(path, headers)).status]).toEqual([path, 200]);
      expect((await ask('/country-blocked', headers)).status).toBe(404);
    }
  });
});
