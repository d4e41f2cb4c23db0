import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPushSender, toOutcome } from '#backend/node/ports/web-push.ts';
import { browserKeys } from '../../setup/push.ts';

/* The library's work as a push service and a browser see it. */
interface Got {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
const got: Got[] = [];
let status = 201;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status, { Location: '/elsewhere' }).end('never read');
  });
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const origin = `http://127.0.0.1:${(service.address() as { port: number }).port}`;
afterAll(() => void service.close());
beforeEach(() => {
  got.length = 0;
  status = 201;
});

const sender = createPushSender({ PUSH_TEST_ORIGIN: origin });
const browser = browserKeys();
const keys = await sender.createKeys();
const push = (endpoint = `${origin}/send/1`) =>
  sender.send({
    endpoint,
    ...browser.keys,
    keys,
    subject: 'mailto:operator@limelight.test',
    payload: JSON.stringify({ title: 'Mara', body: 'New message' }),
    topic: 'conversation-1',
    seconds: 60,
    isUrgent: true,
  });

test('a browser decrypts what was sent, and the push service can tell who sent it', async () => {
  expect(await push()).toBe('sent');
  const { headers, body } = got[0]!;
  expect(JSON.parse(browser.decrypt(body))).toEqual({ title: 'Mara', body: 'New message' });
  expect(headers).toMatchObject({
    ttl: '60',
    urgency: 'high',
    topic: 'conversation-1',
    'content-encoding': 'aes128gcm',
  });
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(key).toBe(keys.publicKey);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: origin,
    sub: 'mailto:operator@limelight.test',
  });
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(signature, 'base64url');
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signed),
  ).toBe(true);
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [401, 'gone'],
  [403, 'gone'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [413, 'refused'],
  [301, 'refused'],
])('%d means %s', (code, outcome) => expect(toOutcome(code)).toBe(outcome));
test.each([429, 500, 503])('%d is tried again', (code) =>
  expect(() => toOutcome(code)).toThrow(`the push service answered ${code}`),
);

test('a redirect isn’t followed', async () => {
  status = 307;
  expect(await push()).toBe('refused');
  expect(got.map(({ url }) => url)).toEqual(['/send/1']);
});

test('a push service that can’t be reached is tried again', async () => {
  const closed = createPushSender({ PUSH_TEST_ORIGIN: 'http://127.0.0.1:1' });
  await expect(
    closed.send({
      endpoint: 'http://127.0.0.1:1/send',
      ...browser.keys,
      keys,
      subject: 'mailto:operator@limelight.test',
      payload: '{}',
      topic: 'test',
      seconds: 60,
      isUrgent: false,
    }),
  ).rejects.toThrow(/ECONNREFUSED/);
});

test('nothing is sent to an address that was stored before it became private', async () => {
  expect(await push('https://10.0.0.1/send')).toBe('gone');
  expect(await push(`${origin.replace('127.0.0.1', 'localhost')}/send`)).toBe('gone');
  expect(got).toEqual([]);
});

test('keys can come from the environment', () =>
  expect(
    createPushSender({ VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey }).keys,
  ).toEqual(keys));
