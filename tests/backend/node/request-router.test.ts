import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonReply } from '#backend/http/json-reply.ts';
import type { Answered } from '#backend/node/metrics/open-metrics.ts';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';
import { createLog } from '#backend/node/process/log.ts';
import { currentRequestId } from '#backend/node/process/request-id.ts';
import { quiet } from '../../setup/quiet.ts';

const router = { current: null as ReturnType<typeof createRequestRouter> | null };
afterEach(() => void router.current?.close());

/** A process that serves the API; the test decides whether its database is ready. */
async function serve(isReady: () => boolean, more: Partial<Parameters<typeof createRequestRouter>[0]> = {}) {
  const server = createRequestRouter({
    publicUrl: 'http://localhost',
    headers: {},
    log: quiet,
    findPeer: () => ({ ip: '127.0.0.1' }),
    api: { fetch: async () => new Response('called') },
    readiness: { isReady, report: () => 'database: as told\n' },
    folders: {},
    ...more,
  });
  router.current = server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function started(...given: Parameters<typeof serve>) {
  const { port } = (await serve(...given)).address() as { port: number };
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

test('a process without its database is alive but not ready, until the database is back', async () => {
  let isReady = false;
  const ask = await started(() => isReady);
  for (const path of ['/readyz', '/readyz?from=balancer']) {
    const away = await ask(path);
    expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([
      503,
      '3',
      'no-store',
    ]);
    expect(await away.text()).toBe('database: as told\n');
  }
  expect((await ask('/healthz')).status).toBe(200);
  isReady = true;
  const back = await ask('/readyz');
  expect([back.status, back.headers.get('retry-after'), await back.text()]).toEqual([
    200,
    null,
    'database: as told\n',
  ]);
});

test('a process that serves no pages has nothing at their URLs', async () => {
  const ask = await started(() => true);
  expect((await ask('/api/v1/users/me')).status).toBe(200);
  expect((await ask('/home')).status).toBe(404);
});

describe('the id of a request', () => {
  const seen: (string | undefined)[] = [];
  const api = {
    async fetch() {
      await sleep(1);
      seen.push(currentRequestId());
      return new Response('called');
    },
  };
  const idOf = (answer: Response) => answer.headers.get('x-request-id');
  test('is new for each, in the answer and wherever the request is worked on', async () => {
    const ask = await started(() => true, { api });
    seen.length = 0;
    const answers = await Promise.all(['/api/v1/a', '/api/v1/b'].map((path) => ask(path)));
    const ids = answers.map(idOf);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(seen)).toEqual(new Set(ids));
    for (const path of ['/nothing', '/readyz']) expect(idOf(await ask(path))).toMatch(/^[\w-]{12}$/);
    expect(currentRequestId()).toBeUndefined();
  });
  const given = { 'x-request-id': '3f2c1a9e-77aa-4c1e-9d3e-000000000001' };
  test('is a trusted proxy’s, if it looks like one', async () => {
    const ask = await started(() => true, { api, trustsProxy: true });
    expect(idOf(await ask('/api/v1/a', given))).toBe(given['x-request-id']);
    for (const forged of ['short', 'a'.repeat(65), 'with spaces in it', '{"level":"error"}'])
      expect(idOf(await ask('/api/v1/a', { 'x-request-id': forged }))).toMatch(/^[\w-]{12}$/);
  });
  test('can’t be chosen by a client', async () => {
    const ask = await started(() => true, { api });
    expect(idOf(await ask('/api/v1/a', given))).toMatch(/^[\w-]{12}$/);
  });
  test('is in every line of the log, and told with a failure nobody expected', async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const failing = async () => {
      await sleep(1);
      log.info('on the way');
      throw new Error('The disk is gone.');
    };
    const ask = await started(() => true, { log, folders: { '/broken': failing } });
    const answer = await ask('/broken');
    const id = idOf(answer) ?? 'none';
    expect(await answer.text()).toBe(`Something went wrong, please try again later (reference ${id})`);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(`"request":"${id}"`);
    log.info('at another time');
    expect(lines.at(-1)).not.toContain('request');
  });
});

test('calls are answered as data that no browser runs as a page', async () => {
  const ask = await started(() => true);
  expect((await ask('/api/v1/users/me')).headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox$/,
  );
});

test('TRACE, which would show a request’s headers, isn’t answered', async () => {
  await started(() => true);
  const address = router.current?.address() as { port: number } | undefined;
  const asked = request({
    host: '127.0.0.1',
    port: address?.port,
    method: 'TRACE',
    path: '/api/v1/users/me',
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(405);
  answer.resume();
});

test('what was answered is told with its time and status, without the query', async () => {
  const told: Answered[] = [];
  const ask = await started(() => true, { onAnswered: (answered) => told.push(answered) });
  await (await ask('/api/v1/users/me?token=secret')).text();
  await (await ask('/home')).text();
  await expect.poll(() => told.length).toBe(2);
  expect(told).toMatchObject([
    { method: 'GET', path: '/api/v1/users/me', status: 200 },
    { method: 'GET', path: '/home', status: 404 },
  ]);
  for (const { seconds } of told) expect(seconds).toBeGreaterThan(0);
});

test('a process about to stop is no longer ready, and answers what still arrives without keeping connections', async () => {
  let isLeaving = false;
  const ask = await started(() => true, { isLeaving: () => isLeaving });
  expect((await ask('/api/v1/users/me')).headers.get('connection')).toBe('keep-alive');
  isLeaving = true;
  const ready = await ask('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'This process is about to stop.\n']);
  const call = await ask('/api/v1/users/me');
  expect([call.status, await call.text(), call.headers.get('connection')]).toEqual([200, 'called', 'close']);
  expect((await ask('/healthz')).status).toBe(200);
});

/** What a server answers to bytes that no proper client sends. */
async function answerTo(bytes: string): Promise<string> {
  const address = router.current?.address() as { port: number };
  const socket = connect(address.port, '127.0.0.1');
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test.each(['GET /api/v1/x', 'GET /readyz', 'GET /', 'GET /socket.io/?EIO=4'])(
  'two Host headers are refused: %s',
  async (line) => {
    await started(() => true);
    const request = (more: string) => `${line} HTTP/1.1\r\nHost: a.test\r\n${more}Connection: close\r\n\r\n`;
    expect(await answerTo(request('hOST: b.test\r\n'))).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo(request(''))).not.toMatch(/^HTTP\/1.1 400 /);
    const upgrade = 'Upgrade: websocket\r\n';
    expect(await answerTo(request(`Host: b.test\r\n${upgrade}`).replace('close', 'upgrade'))).toMatch(
      /^HTTP\/1.1 400 /,
    );
  },
);

describe('replies of calls', () => {
  const posts = Array.from({ length: 50 }, (_, n) => ({
    _id: n,
    text: `A post with “words” of 日本 and 🌙, ${n}`,
  }));
  const data = { status: 200, data: posts };
  const api = { fetch: async () => jsonReply(200, data, { 'x-limit': '5' }) };
  /** Whether the reply went out in fewer bytes, and what it says. */
  async function asked(path: string, headers: Record<string, string>, method = 'GET') {
    const server = await serve(() => true, { api });
    const { port } = server.address() as { port: number };
    const sent = request({ port, path, headers, method }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray());
    return { answer, body };
  }

  test.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['zstd;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('are compressed for who accepts "%s"', async (accepted, coding, undo) => {
    const { answer, body } = await asked('/api/v1/posts', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(body.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-limit': '5',
      vary: expect.stringContaining('Accept-Encoding') as string,
    });
    expect(JSON.parse(undo(body).toString())).toEqual(data);
    expect(body.length).toBeLessThan(JSON.stringify(data).length / 4);
  });

  test.each([
    ['to a change', { 'accept-encoding': 'zstd, gzip' }, 'POST'],
    ['for who accepts none', { 'accept-encoding': 'identity' }, 'GET'],
    ['for who says nothing', {}, 'GET'],
  ] as const)('are sent as they are: %s', async (_, headers, method) => {
    const { answer, body } = await asked('/api/v1/posts', headers, method);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toEqual(data);
  });
});
