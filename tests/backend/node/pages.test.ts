import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CapturedResponse, inwardRequest } from '#backend/node/pages/captured-response.ts';
import { clientAddress, identifyPeer, plainAddress } from '#backend/node/ports/client-address.ts';
import { inlineScripts, pagePolicy, toPathPattern } from '#backend/node/pages/content-security.ts';
import { allowOrigin } from '#backend/node/pages/cross-origin.ts';
import { createGeo } from '#backend/node/ports/geo.ts';
import { createLog } from '#backend/node/process/log.ts';
import { drain } from '#backend/node/process/shutdown.ts';
import { bestCoding } from '#backend/node/pages/content-coding.ts';
import { staticFolder } from '#backend/node/pages/static-files.ts';
import { findVisit } from '#backend/node/pages/visitor-pages.ts';
import { buildHeaders } from '#services/http/http.ts';
import { serving } from '../../setup/serving.ts';

const requestWith = (headers: Record<string, string>, url = '/', remoteAddress = '::ffff:10.0.0.1') => {
  const request = inwardRequest(url, headers);
  Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress });
  return request;
};

describe('findVisit', () => {
  const key = (url: string, headers: Record<string, string> = {}) =>
    findVisit(requestWith(headers, url), ['DE', 'DE-16'])?.key ?? null;
  test('recognizes the pages that all visitors share', () => {
    expect(key('/')).toBe('/\nDE DE-16\n');
    expect(key('/mira.clay', { cookie: 'a=b; theme=dark' })).toBe('/mira.clay\nDE DE-16\ndark');
    expect(key('/feeds/0195a1b2-0000-7000-8000-000000000001')).not.toBeNull();
  });
  test.each([
    '/home',
    '/messages',
    '/auth/login',
    '/search',
    '/?from=x',
    '/mira?tab=feed',
    '/a/b',
    '/_next/data/x.json',
    '/favicon.ico',
  ])('excludes %s', (url) => expect(key(url)).toBeNull());
  test('excludes logged-in visitors, and data requests of open pages', () => {
    expect(key('/', { cookie: 'theme=dark; token=abc' })).toBeNull();
    expect(key('/', { 'x-nextjs-data': '1' })).toBeNull();
    expect(key('/', { cookie: 'nottoken=abc' })).not.toBeNull();
  });
});

describe('the content security policy', () => {
  test('allows scripts with the nonce or a known hash, and no other origin', () => {
    const policy = pagePolicy('abc', { apiOrigin: null, stripe: false, analytics: false, recaptcha: false }, [
      'hash=',
    ]);
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'sha256-hash='; ");
    expect(policy).toContain("connect-src 'self' blob:; ");
    expect(policy).toContain("frame-src 'none'; ");
    expect(policy).not.toContain('stripe');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
  test('adds the card form, the analytics and a separate API only if they are used', () => {
    const policy = pagePolicy('abc', {
      apiOrigin: 'https://api.example.com',
      stripe: true,
      analytics: true,
      recaptcha: false,
    });
    expect(policy).toMatch(
      /script-src[^;]* https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/www\.googletagmanager\.com/,
    );
    expect(policy).toMatch(/connect-src[^;]* https:\/\/api\.stripe\.com/);
    expect(policy).toContain(
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://*.link.com https://pay.google.com; ',
    );
    expect(policy).toMatch(/connect-src 'self' blob: https:\/\/api\.example\.com wss:\/\/api\.example\.com/);
    expect(policy).toMatch(/img-src[^;]* https:\/\/api\.example\.com/);
  });
  test('adds the captcha only if it is used', () => {
    const policy = pagePolicy('abc', { apiOrigin: null, stripe: false, analytics: false, recaptcha: true });
    expect(policy).toMatch(/script-src[^;]* https:\/\/www\.google\.com\/recaptcha\//);
    expect(policy).toContain(
      'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/; ',
    );
  });
  test('knows which paths are pages of the build', () => {
    expect(toPathPattern('index.html').test('/')).toBe(true);
    expect(toPathPattern('messages.html').test('/messages')).toBe(true);
    expect(toPathPattern('messages/index.html').test('/messages')).toBe(true);
    expect(toPathPattern('messages/[id].html').test('/messages/0195')).toBe(true);
    expect(toPathPattern('messages/[id].html').test('/messages/0195/x')).toBe(false);
    expect(toPathPattern('a.b.html').test('/axb')).toBe(false);
  });
  test('hashes inline scripts that run, not data or files', () => {
    const html =
      '<script>run()</script><script id="__NEXT_DATA__" type="application/json">{}</script><script src="/a.js"></script><script defer nonce="x">more()</script>';
    expect(inlineScripts(html)).toEqual(['run()', 'more()']);
    expect(createHash('sha256').update('run()').digest('base64')).toHaveLength(44);
  });
});

describe('static files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limelight-static-'));
    await writeFile(join(folder, 'app.js'), 'plain');
    await writeFile(join(folder, 'late.js'), 'plain');
    await writeFile(join(folder, 'app.js.br'), 'small');
    await writeFile(join(folder, 'app.js.gz'), 'medium');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const site = async () => {
    const serve = await staticFolder({
      folder,
      prefix: '/s/',
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
    return serving(
      async (request, response) =>
        (await serve(request, response, request.url ?? '')) || response.writeHead(404).end(),
    );
  };
  test('are served precompressed, cached forever, with an ETag', async () => {
    const { ask } = await site();
    const plain = await ask('/s/app.js');
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(await plain.text()).toBe('plain');
    expect((await ask('/s/app.js', { 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304);
  });
  test('are served as they are until their compressed copies appear', async () => {
    const compressedStamp = join(folder, '..', `stamp-${process.pid}`);
    const serve = await staticFolder({ folder, prefix: '/s/', headers: {}, compressedStamp });
    const { ask } = await serving(
      async (request, response) =>
        (await serve(request, response, request.url ?? '')) || response.writeHead(404).end(),
    );
    const brotli = async () =>
      (await ask('/s/late.js', { 'accept-encoding': 'br' })).headers.get('content-encoding');
    expect(await brotli()).toBeNull();
    await writeFile(join(folder, 'late.js.br'), 'small');
    await writeFile(compressedStamp, '');
    try {
      expect(await brotli()).toBe('br');
      await rm(join(folder, 'late.js.br'));
      // Kept in memory from now on.
      expect(await brotli()).toBe('br');
    } finally {
      await rm(compressedStamp);
    }
  });
  test.each([
    '/s/nothing.js',
    '/s/app.js.br',
    '/s/../package.json',
    '/s/%2e%2e%2fpackage.json',
    '/s/%ff',
    '/s/',
  ])('there is no %s', async (path) => {
    expect((await (await site()).ask(path)).status).toBe(404);
  });
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', null],
    ['zstd', null],
    ['BR', 'br'],
  ] as const)('"%s" gets %s', (accepted, coding) => {
    expect(bestCoding(accepted, ['br', 'gzip'])).toBe(coding);
  });
});

describe("the client's address", () => {
  test("is the peer's, unless our own proxy names the client", () => {
    const request = requestWith({ 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.9' });
    expect([0, 1, 2, 3, 4].map((trusted) => clientAddress(request, trusted))).toEqual([
      '10.0.0.1',
      '10.0.0.9',
      '203.0.113.7',
      '6.6.6.6',
      '10.0.0.1',
    ]);
  });
  test.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is normalized to %s', (given, plain) => expect(plainAddress(given)).toBe(plain));
  test('maps to a country by the database, for IPv4 and IPv6', () => {
    const geo = createGeo();
    const asked = [
      '8.8.8.8',
      '::ffff:8.8.8.8',
      '::ffff:808:808',
      '2001:4860:4860::8888',
      '193.99.144.80',
      '2a02:2e0:3fe:1001::1',
      '10.0.0.1',
      '::1',
      'fd00::1',
      'not an address',
      '',
    ];
    expect(asked.map((ip) => geo.locate(ip).country)).toEqual([
      'US',
      'US',
      'US',
      'US',
      'DE',
      'DE',
      null,
      null,
      null,
      null,
      null,
    ]);
  });
  test('maps to the country that a trusted proxy gives, for that request only', () => {
    const told = (headers: Record<string, string>, proxies = 1) =>
      identifyPeer(requestWith({ 'x-forwarded-for': '8.8.8.8', ...headers }), {
        TRUSTED_PROXIES: proxies,
        COUNTRY_HEADER: 'cf-ipcountry',
        REGION_HEADER: 'cf-region',
        VPN_HEADER: 'x-vpn',
      });
    expect(told({ 'cf-ipcountry': 'de' })).toEqual({ ip: '8.8.8.8', country: 'DE' });
    expect(told({})).toEqual({ ip: '8.8.8.8' });
    expect(told({ 'cf-ipcountry': 'XX' })).toEqual({ ip: '8.8.8.8' });
    expect(told({ 'cf-ipcountry': 'T1' })).toEqual({ ip: '8.8.8.8', country: 'ZZ', isVpn: true });
    const all = {
      'cf-ipcountry': 'FR',
      // As Node hands over a header that a proxy wrote in UTF-8.
      'cf-region': Buffer.from('Île-de-France').toString('latin1'),
      'x-vpn': 'true',
    };
    expect(told(all)).toEqual({ ip: '8.8.8.8', country: 'FR', region: 'Île-de-France', isVpn: true });
    expect(told({ 'x-vpn': 'no' })).toEqual({ ip: '8.8.8.8' });
    // Without trusted proxies, and for headers that aren't configured, a visitor could write anything there.
    expect(told(all, 0)).toEqual({ ip: '10.0.0.1' });
    expect(
      identifyPeer(requestWith({ 'x-forwarded-for': '8.8.8.8', ...all }), { TRUSTED_PROXIES: 1 }),
    ).toEqual({
      ip: '8.8.8.8',
    });
  });
  test('is allowed from another origin only if that is our own site', () => {
    const asked = (origin: string | undefined, method = 'GET') => {
      const request = requestWith({ host: 'api.example.com', ...(origin ? { origin } : {}) });
      request.method = method;
      const response = new CapturedResponse(request);
      return [
        allowOrigin(request, response, 'https://example.com'),
        response.getHeader('access-control-allow-origin') ?? null,
      ];
    };
    expect(asked('https://example.com', 'OPTIONS')).toEqual([true, 'https://example.com']);
    expect(asked('https://example.com')).toEqual([false, 'https://example.com']);
    expect(asked('https://evil.example', 'OPTIONS')).toEqual([false, null]);
    expect(asked(undefined)).toEqual([false, null]);
  });
  test('every header that the client of calls sends is allowed to pages on another origin', () => {
    const request = requestWith({ origin: 'https://example.com', host: 'api.example.com' });
    request.method = 'OPTIONS';
    const response = new CapturedResponse(request);
    allowOrigin(request, response, 'https://example.com');
    const allowed = String(response.getHeader('access-control-allow-headers')).toLowerCase().split(', ');
    const all = { key: 'intent-1', captchaPass: 'pass', version: '2026-03-02T09:00:00.000Z' };
    const sent = buildHeaders({ base: '', readToken: () => null }, 'token', all);
    expect(allowed).toEqual(
      expect.arrayContaining(['content-type', ...Object.keys(sent).map((name) => name.toLowerCase())]),
    );
  });
});

test('the log hides tokens and passwords everywhere', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  log.error('failed for /socket.io/?EIO=4&token=s3cret&x=1', {
    url: '/x?token=s3cret',
    authorization: 's3cret',
    nested: { password: 's3cret' },
    header: 'Bearer s3cret',
    error: new Error('token=s3cret'),
  });
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z error failed for \/socket\.io\/\?EIO=4&token=\[hidden\]&x=1 \{/,
  );
});

describe('draining', () => {
  test("finishes running requests, refuses new ones, and doesn't wait for idle connections", async () => {
    const { server, ask } = await serving(async (_request, response) => {
      await sleep(150);
      response.end('done');
    });
    const underWay = ask('/');
    await sleep(50);
    await drain(server, new AbortController().signal);
    expect(await (await underWay).text()).toBe('done');
    await expect(ask('/')).rejects.toThrow();
  });
  test('aborts running requests when told to hurry', async () => {
    const { server, ask } = await serving(() => {});
    const refused = expect(ask('/')).rejects.toThrow();
    await sleep(50);
    const hurry = new AbortController();
    const drained = drain(server, hurry.signal);
    hurry.abort();
    await drained;
    await refused;
  });
});
