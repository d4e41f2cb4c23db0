import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import { fillPath, makeCall } from '#services/http/call.ts';
import type { Call } from '#services/http/call.ts';
import { apiBase, socketOrigin } from '#services/http/base-url.ts';
import * as posts from '#services/content/posts/posts.ts';
import type { HttpRequest } from '#services/http/http.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import * as payment from '#services/money/payments.ts';

const folder = new URL('../../src/services/', import.meta.url);
const sourcesIn = (place: URL) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(new URL(name, place), 'utf8') }));
const sources = sourcesIn(folder);

function recording() {
  const sent: HttpRequest[] = [];
  const call = makeCall(async (request) => {
    sent.push(request);
    return { status: 200, data: { ok: true } };
  });
  return { sent, call, api: { call } as Api };
}

describe('a call', () => {
  it('is its route with the parameters filled in', async () => {
    const { call, sent } = recording();
    expect(await call('POST /follows/:id', { params: { id: 'a/b c' }, key: 'intent-1' })).toEqual({
      ok: true,
    });
    expect(sent).toEqual([{ method: 'POST', path: '/follows/a%2Fb%20c', key: 'intent-1' }]);
  });
  it('fills several parameters', () =>
    expect(fillPath('/payment/:provider/cancel-subscription/:id', { provider: 'sandbox', id: '7' })).toBe(
      '/payment/sandbox/cancel-subscription/7',
    ));
  it.each<Record<string, string>>([{}, { id: '' }])(
    'never goes to a path with a missing parameter: %o',
    (params) => expect(() => fillPath('/follows/:id', params)).toThrow('needs id'),
  );
  it('returns the data of the reply, null if there is none', async () => {
    const call = makeCall(async () => null);
    expect(await call('DELETE /follows/:id', { params: { id: 'x' } })).toBeNull();
  });
});

describe('types', () => {
  // Never runs; the compiler checks what is allowed.
  const typed = async (call: Call) => {
    expectTypeOf(await call('GET /users/me')).toEqualTypeOf<ReplyOf<'GET /users/me'>>();
    await call('GET /user/feeds');
    await call('GET /user/feeds', { query: { limit: 5, cursor: 'x' } });
    // @ts-expect-error a parameter is missing
    await call('POST /follows/:id');
    // @ts-expect-error the operation takes no such key
    await call('GET /user/feeds', { query: { colour: 'red' } });
    // @ts-expect-error a number is wanted
    await call('GET /user/feeds', { query: { limit: 'x' } });
    // @ts-expect-error there is no such operation
    await call('GET /nothing');
  };
  const uploads = async (api: Api) => {
    await api.upload('POST /performer/feeds/photo/upload', {
      files: { file: new Blob() },
      body: { alt: 'x' },
      customData: { a: 1 },
    });
    // @ts-expect-error no such field
    await api.upload('POST /users/avatar/upload', { files: { picture: new Blob() } });
    // @ts-expect-error the text fields are missing
    await api.upload('POST /auth/performers/register', { files: {} });
    // @ts-expect-error not an upload
    await api.upload('GET /users/me', { files: {} });
  };
  it('are checked', () => expect([typed, uploads]).toHaveLength(2));
});

describe('the services', () => {
  it('contain the only fetch and the only XMLHttpRequest of the program', () => {
    const senders = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
    expect(senders(/[^.\w]fetch\(|\?\? fetch/)).toEqual(['http/http.ts']);
    expect(senders(/new XMLHttpRequest/)).toEqual(['http/upload.ts']);
  });
  it('and the state import only types from the contract: no schema reaches a browser', () => {
    const files = [...sources, ...sourcesIn(new URL('../../src/state/', import.meta.url))];
    expect(files.length).toBeGreaterThan(sources.length);
    const values = files.filter(
      ({ text }) =>
        /^import (?!type\b)[^;]*from '(#contract\/|zod)/m.test(text) ||
        /import\('(#contract\/|zod)/.test(text),
    );
    expect(values.map(({ name }) => name)).toEqual([]);
  });
  it('keep the key of an intent', async () => {
    const { api, sent } = recording();
    await payment.unlocks.post(api, { params: { id: 'f1' }, body: { expectedPrice: 40 }, key: 'intent-1' });
    await payment.tipPerformer(api, { params: { id: 'p1' }, body: { amount: 10 }, key: 'intent-2' });
    await posts.getPost(api, { params: { id: 'f1' }, signal: new AbortController().signal });
    expect(sent.map(({ method, path, key, body }) => [method, path, key, body])).toEqual([
      ['POST', '/wallet/charges/feed/f1', 'intent-1', { expectedPrice: 40 }],
      ['POST', '/wallet/charges/tip/p1', 'intent-2', { amount: 10 }],
      ['GET', '/user/feeds/f1', undefined, undefined],
    ]);
  });
});

describe("the API's address", () => {
  it.each([
    [undefined, '/api/v1'],
    ['', '/api/v1'],
    ['https://api.example.com/api/v1/', 'https://api.example.com/api/v1'],
  ])('%s is %s', (configured, base) => expect(apiBase(configured)).toBe(base));
  it.each([
    ['/api/v1', 'https://site.example'],
    ['https://api.example.com/api/v1', 'https://api.example.com'],
  ])('the live connection of %s uses the bare origin', (base, origin) =>
    expect(socketOrigin(base, 'https://site.example/home?x')).toBe(origin),
  );
});

it('an idempotency key is new each time and valid in the header', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{8,100}$/);
});

describe('a password as sent', () => {
  const hashed = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8';
  it.each([
    ['true', hashed],
    ['false', 'password'],
    ['', 'password'],
    ['TRUE', 'password'],
    ['1', 'password'],
  ])('with the setting "%s"', async (setting, sent) =>
    expect(await sentPassword('password', setting)).toBe(sent),
  );
  it('is the same if the browser has no SubtleCrypto', async () => {
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', {
      value: { getRandomValues: crypto.getRandomValues.bind(crypto) },
      configurable: true,
    });
    expect(
      await sentPassword('password', 'true').finally(() =>
        Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }),
      ),
    ).toBe(hashed);
  });
});
