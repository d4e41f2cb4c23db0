import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMonitoringRoute, parseReceiver } from '#backend/http/monitoring.ts';
import { AppError } from '#backend/kernel/errors.ts';

/** Requests that the error reporting service received. */
const got: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
let reply: { status: number; headers?: Record<string, string> } = { status: 200 };
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(reply.status, reply.headers).end('{"secret":"of the receiver"}');
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => void receiver.close());
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const dsn = `http://publickey@${host}/42`;

const envelope = (header: unknown, payload = '{"type":"event"}\n{"message":"oops"}') =>
  `${JSON.stringify(header)}\n${payload}`;
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('https://limelight.test/monitoring?o=1&p=42', {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain', ...headers },
  });
const route = createMonitoringRoute({ config: { monitoringDsn: dsn } });
const refusal = (answer: Promise<Response>) =>
  answer.then(
    (response) => ({ status: response.status }),
    (error: unknown) =>
      error instanceof AppError ? { status: error.status, code: error.code } : Promise.reject(error),
  );

beforeEach(() => {
  got.length = 0;
  reply = { status: 200 };
});

test("the service's URL is derived from the DSN", () => {
  expect(parseReceiver('https://key@o1.ingest.example.com/7')?.address).toBe(
    'https://o1.ingest.example.com/api/7/envelope/?sentry_version=7&sentry_key=key',
  );
  expect(parseReceiver('https://key@example.com/under/here/7')?.address).toBe(
    'https://example.com/under/here/api/7/envelope/?sentry_version=7&sentry_key=key',
  );
  for (const nonsense of [null, '', 'nonsense', 'https://example.com/7', 'https://key@example.com/'])
    expect(parseReceiver(nonsense)).toBeNull();
});

describe('the tunnel', () => {
  test('forwards an envelope byte for byte, with nothing about its sender', async () => {
    const replay = new Uint8Array(300_000).map((_, at) => at % 251);
    const body = new Blob([
      envelope({ dsn, sent_at: '2026-01-01T00:00:00Z' }, '{"type":"replay_recording","length":300000}\n'),
      replay,
    ]);
    const response = await route(post(body, { authorization: 'a token', cookie: 'token=a token' }));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(got).toHaveLength(1);
    expect(got[0]!.url).toBe('/api/42/envelope/?sentry_version=7&sentry_key=publickey');
    expect(got[0]!.body.equals(Buffer.from(await body.arrayBuffer()))).toBe(true);
    expect(got[0]!.headers['content-type']).toBe('application/x-sentry-envelope');
    expect(JSON.stringify(got[0]!.headers)).not.toContain('a token');
  });

  test('passes on how long to back off', async () => {
    reply = {
      status: 429,
      headers: { 'retry-after': '60', 'x-sentry-rate-limits': '60:replay:key', 'set-cookie': 'a=b' },
    };
    const response = await route(post(envelope({ dsn })));
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '60',
      'x-sentry-rate-limits': '60:replay:key',
    });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  test("isn't an open relay: it accepts only the exact configured DSN", async () => {
    const others = [
      envelope({ dsn: 'http://publickey@evil.example/42' }),
      envelope({ dsn: `http://publickey@${host}/43` }),
      envelope({ dsn: `http://otherkey@${host}/42` }),
      envelope({ dsn: [dsn] }),
      envelope({}),
      envelope(null),
      'no envelope at all',
      '',
      `${'{'.repeat(20_000)}\n`,
      `{"dsn":"${dsn}"}`,
    ];
    for (const body of others)
      expect(await refusal(route(post(body)))).toEqual({ status: 403, code: 'not_allowed' });
    expect(got).toEqual([]);
  });

  test('accepts nothing larger than a recording can be', async () => {
    expect(await refusal(route(post(new Uint8Array(20 * 1024 * 1024 + 1))))).toEqual({
      status: 413,
      code: 'too_large',
    });
    expect(await refusal(route(new Request('https://limelight.test/monitoring')))).toMatchObject({
      status: 405,
    });
  });

  test("follows no redirect and hides the service's failures behind one message", async () => {
    reply = { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' } };
    expect((await route(post(envelope({ dsn })))).status).toBe(502);
    const nowhere = createMonitoringRoute({ config: { monitoringDsn: 'http://key@127.0.0.1:1/1' } });
    expect(await refusal(nowhere(post(envelope({ dsn: 'http://key@127.0.0.1:1/1' }))))).toEqual({
      status: 502,
      code: 'gateway_unavailable',
    });
    const slow = createMonitoringRoute({ config: { monitoringDsn: dsn } }, async (_url, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal);
      throw new DOMException('too slow', 'TimeoutError');
    });
    expect(await refusal(slow(post(envelope({ dsn }))))).toEqual({
      status: 502,
      code: 'gateway_unavailable',
    });
  });

  test("doesn't exist without a DSN", async () => {
    expect(
      await refusal(createMonitoringRoute({ config: { monitoringDsn: null } })(post(envelope({ dsn })))),
    ).toEqual({ status: 404, code: 'not_found' });
  });
});
