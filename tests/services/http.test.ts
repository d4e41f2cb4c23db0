import { describe, expect, it, vi } from 'vitest';
import { makeHttp } from '#services/http/http.ts';
import type { HttpOptions, HttpRequest } from '#services/http/http.ts';
import { ApiProblem, toProblem } from '#services/http/problem.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { headers: Record<string, string> };
}

/** An HTTP client with a fake network. */
function over(answer: () => Response | Promise<Response>, options: Partial<HttpOptions> = {}) {
  const sent: Sent[] = [];
  const onUnauthorized = vi.fn();
  const http = makeHttp({
    base: '/api/v1',
    readToken: () => 'tok-1',
    onUnauthorized,
    fetch: async (url, init) => {
      sent.push({ url: url as string, init: init as Sent['init'] });
      return answer();
    },
    ...options,
  });
  return { http, sent, onUnauthorized };
}
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const get: HttpRequest = { method: 'GET', path: '/users/me' };
const refused = async (promise: Promise<unknown>) => {
  const caught: unknown = await promise.catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(ApiProblem);
  return (caught as ApiProblem).problem;
};

describe('a request', () => {
  it.each([
    ['the token as it stands', 'tok-1', 'tok-1'],
    ['whatever the cookie holds', 'Bearer x y', 'Bearer x y'],
    ['nothing without a token', null, undefined],
  ])('carries in Authorization %s', async (_, token, header) => {
    const { http, sent } = over(json(200, {}), { readToken: () => token });
    await http(get);
    expect(sent[0]?.init.headers['Authorization']).toBe(header);
  });

  it.each([
    ['POST', { a: 1 }, '{"a":1}'],
    ['PUT', [], '[]'],
    ['DELETE', undefined, '{}'],
    ['POST', undefined, '{}'],
  ] as const)('%s sends a JSON body: %o', async (method, body, text) => {
    const { http, sent } = over(json(200, {}));
    await http({ method, path: '/x', body });
    expect(sent[0]?.init).toMatchObject({
      method,
      body: text,
      headers: { 'Content-Type': 'application/json' },
    });
  });

  it('GET has no body', async () => {
    const { http, sent } = over(json(200, {}));
    await http({ ...get, body: { a: 1 } });
    expect(sent[0]?.init.body).toBeUndefined();
  });

  it.each([
    [{}, '/api/v1/users/me'],
    [
      { q: 'a b&c', limit: 25, free: true, none: undefined, nil: null, empty: '' },
      '/api/v1/users/me?q=a+b%26c&limit=25&free=true',
    ],
    [{ offset: 0 }, '/api/v1/users/me?offset=0'],
  ])('query %o goes to %s', async (query, url) => {
    const { http, sent } = over(json(200, {}));
    await http({ ...get, query });
    expect(sent[0]?.url).toBe(url);
  });

  it('includes its idempotency key if it has one', async () => {
    const { http, sent } = over(json(200, {}));
    await http({ method: 'POST', path: '/x', key: 'intent-1' });
    await http({ method: 'POST', path: '/x' });
    expect(sent.map(({ init }) => init.headers['Idempotency-Key'])).toEqual(['intent-1', undefined]);
  });

  it("forwards what the rendering server knows about its visitor, and never the browser's cookies", async () => {
    const { http, sent } = over(json(200, {}), { headers: { 'x-forwarded-for': '1.2.3.4' } });
    await http(get);
    expect(sent[0]?.init).toMatchObject({ credentials: 'omit', headers: { 'x-forwarded-for': '1.2.3.4' } });
  });

  it('waits until the mock is ready', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { http, sent } = over(json(200, {}), { ready: promise });
    const answer = http(get);
    await new Promise((done) => setTimeout(done, 5));
    expect(sent).toHaveLength(0);
    resolve();
    await answer;
    expect(sent).toHaveLength(1);
  });

  it('outlives the page if necessary', async () => {
    const { http, sent } = over(json(200, {}));
    await http({ method: 'POST', path: '/auth/logout', keepalive: true });
    expect(sent[0]?.init.keepalive).toBe(true);
  });
});

describe('a response', () => {
  it('is the parsed body', async () => {
    const { http } = over(json(201, { status: 201, data: { a: 1 } }));
    expect(await http(get)).toEqual({ status: 201, data: { a: 1 } });
  });

  it.each([204, 205])('%i is null', async (status) => {
    const { http } = over(() => new Response(null, { status }));
    expect(await http(get)).toBeNull();
  });

  it.each([
    [
      'our own',
      [
        422,
        {
          status: 422,
          code: 'invalid_input',
          message: 'Enter a name.',
          errors: [{ field: 'name', message: 'Enter a name.' }],
        },
      ],
      {
        status: 422,
        code: 'invalid_input',
        message: 'Enter a name.',
        errors: [{ field: 'name', message: 'Enter a name.' }],
      },
    ],
    [
      'with more facts',
      [402, { status: 402, code: 'insufficient_balance', message: 'Too few tokens.', missing: 25 }],
      { code: 'insufficient_balance', missing: 25 },
    ],
    [
      'with a nested message',
      [400, { message: { message: 'Nested.' } }],
      { status: 400, code: 'http_400', message: 'Nested.' },
    ],
    [
      'without words',
      [500, {}],
      { status: 500, code: 'http_500', message: 'Something went wrong, please try again later' },
    ],
    ['claiming another status', [404, { status: 200, message: 'Gone.' }], { status: 404, message: 'Gone.' }],
    [
      'a list',
      [400, ['x']],
      { status: 400, code: 'http_400', message: 'Something went wrong, please try again later' },
    ],
  ] as const)("that isn't a success throws its body: %s", async (_, [status, body], problem) => {
    const { http } = over(json(status, body));
    expect(await refused(http(get))).toMatchObject(problem);
  });

  it.each([
    ['a proxy’s page', '<html>Bad gateway</html>'],
    ['nothing', ''],
  ])("that isn't JSON: %s", async (_, text) => {
    const { http } = over(() => new Response(text, { status: 502 }));
    expect(await refused(http(get))).toEqual({
      status: 502,
      code: 'http_502',
      isGeneric: true,
      message: 'Something went wrong, please try again later',
    });
  });

  it('that never arrives is status 0', async () => {
    const { http, onUnauthorized } = over(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await refused(http(get))).toMatchObject({ status: 0, code: 'network' });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  it('that breaks off in the middle is status 0', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const { http } = over(() => new Response(body, { status: 200 }));
    expect(await refused(http(get))).toMatchObject({ status: 0, code: 'network' });
  });

  it('that was aborted is "aborted", not a network problem', async () => {
    const abort = new AbortController();
    const { http } = over(() => Promise.reject(abort.signal.reason as Error));
    abort.abort();
    expect(await refused(http({ ...get, signal: abort.signal }))).toMatchObject({
      status: 0,
      code: 'aborted',
    });
  });
});

describe('a 401', () => {
  const unauthorized = json(401, { status: 401, code: 'not_logged_in', message: 'Please login!' });

  it('is reported, and thrown', async () => {
    const { http, onUnauthorized } = over(unauthorized);
    expect(await refused(http(get))).toMatchObject({ status: 401 });
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ status: 401, message: 'Please login!' }),
    );
  });
  it('also for a visitor', async () => {
    const { http, onUnauthorized } = over(unauthorized, { readToken: () => null });
    await refused(http(get));
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });
  it('is left to a caller that handles it', async () => {
    const { http, onUnauthorized } = over(unauthorized);
    await refused(http({ ...get, unauthorized: 'ignore' }));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
  it("for an outdated token doesn't affect the session", async () => {
    let token: string | null = 'tok-1';
    const { http, onUnauthorized } = over(() => ((token = null), unauthorized()), { readToken: () => token });
    await refused(http(get));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
  it.each([400, 403, 404, 409, 422, 429, 500, 503])('is not %i', async (status) => {
    const { http, onUnauthorized } = over(json(status, {}));
    await refused(http(get));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

it('an internal error never shows its message to people', () => {
  expect(toProblem(new TypeError('x is undefined'))).toEqual({
    status: 0,
    code: 'unexpected',
    message: 'Something went wrong, please try again later',
  });
  expect(toProblem('boom', 'Error occurred, please try again later').message).toBe(
    'Error occurred, please try again later',
  );
});

describe('an error nobody expected', () => {
  const failing = (code: string, headers: Record<string, string>) => () =>
    new Response(JSON.stringify({ status: 500, code, message: 'Something went wrong.' }), {
      status: 500,
      headers,
    });
  it('says by which reference it is found in the log', async () => {
    const { http } = over(failing('internal', { 'x-request-id': 'abcdefgh1234' }));
    expect((await refused(http(get))).message).toBe('Something went wrong. (reference abcdefgh1234)');
  });
  it.each([
    ['without one', failing('internal', {})],
    ['of a kind that says what to do', failing('storage_full', { 'x-request-id': 'abcdefgh1234' })],
  ])('says nothing more %s', async (_, answer) => {
    const { http } = over(answer);
    expect((await refused(http(get))).message).toBe('Something went wrong.');
  });
});
