import { once } from 'node:events';
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress, isPublicUrl } from '#backend/kernel/public-address.ts';
import { createGuardedFetch, publicLookup } from '#backend/node/outgoing/guarded-fetch.ts';

/* A server of this machine, which nobody may reach by naming an address. */
const asked: string[] = [];
let reply: { status: number; headers: Record<string, string>; body: string | null } | null = null;
const inside = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (!reply) return;
  response.writeHead(reply.status, reply.headers);
  if (reply.body === null) response.write('a');
  else response.end(reply.body);
}).listen(0, '127.0.0.1');
await once(inside, 'listening');
const { port } = inside.address() as { port: number };
const origin = `http://127.0.0.1:${port}`;
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});
beforeEach(() => {
  asked.length = 0;
  reply = { status: 200, headers: {}, body: 'hello' };
});

/** Answers each question with the next of the given lists; the last is repeated. */
function answering(...lists: string[][]): { resolve: LookupFunction; questions: string[] } {
  const questions: string[] = [];
  const resolve: LookupFunction = (name, _options, done) => {
    questions.push(name);
    const list = (lists.length > 1 ? lists.shift() : lists[0]) ?? [];
    done(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, questions };
}
const privateAddresses = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
];

describe('addresses', () => {
  test.each(privateAddresses)('“%s” isn’t public', (ip) => expect(isPublicAddress(ip)).toBe(false));
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
    '%s is public',
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );
  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://user@example.com/',
    'https://:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'https://127.1/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost./',
    'https://metadata.google.internal/',
    'https://printer/',
    'https://1.0.0.127.in-addr.arpa/',
  ])('%s isn’t asked, nor is its name resolved', async (address) => {
    const { resolve, questions } = answering(['8.8.8.8']);
    await expect(createGuardedFetch({ resolve })(new URL(address), { method: 'GET' })).rejects.toThrow(
      'This server doesn’t send to such an address',
    );
    expect(questions).toEqual([]);
  });
  test('https on the usual port is, also when the port is written', () => {
    expect(isPublicUrl(new URL('https://push.limelight.dev:443/a'))).toBe(true);
    expect(isPublicUrl(new URL('https://8.8.8.8/a'))).toBe(true);
  });
});

describe('answers of a hostile name server', () => {
  const ask = (resolve: LookupFunction) =>
    createGuardedFetch({ resolve, patienceMs: 1_000 })(new URL('https://named.limelight.dev/'), {
      method: 'GET',
    });
  test.each(privateAddresses)('“%s” is refused', async (address) => {
    await expect(ask(answering([address]).resolve)).rejects.toThrow(
      "named.limelight.dev isn't on the public Internet",
    );
    expect(asked).toEqual([]);
  });
  test('one private address among public ones is refused, in any place', async () => {
    await expect(ask(answering(['8.8.8.8', '127.0.0.1']).resolve)).rejects.toThrow('public Internet');
    await expect(ask(answering(['::1', '2606:4700::1111']).resolve)).rejects.toThrow('public Internet');
  });
  test('no answer is refused', async () => {
    await expect(ask(answering([]).resolve)).rejects.toThrow('public Internet');
  });
  test('a failing look-up is told as unreachable', async () => {
    const failing: LookupFunction = (_name, _options, done) => done(new Error('SERVFAIL'), '', 0);
    await expect(ask(failing)).rejects.toThrow(TypeError);
  });
  test('the name is asked once: the connection goes to the answer that was checked', async () => {
    const { resolve, questions } = answering(['198.51.100.1'], ['127.0.0.1']);
    await expect(ask(resolve)).rejects.toThrow('public Internet');
    expect(questions).toEqual(['named.limelight.dev']);
  });
  test('what was checked is what is given to the connection', () => {
    const { resolve, questions } = answering(['8.8.8.8'], ['127.0.0.1']);
    const given: unknown[] = [];
    publicLookup(resolve)('named.limelight.dev', {}, (_error, address) => given.push(address));
    expect(given).toEqual(['8.8.8.8']);
    expect(questions).toHaveLength(1);
  });
});

describe('replies', () => {
  const ask = (sent: { mostBytes?: number; signal?: AbortSignal } = {}, patienceMs = 2_000) =>
    createGuardedFetch({ exceptOrigin: origin, patienceMs })(new URL(`${origin}/a`), {
      method: 'POST',
      body: 'x',
      ...sent,
    });
  test('are read up to a size', async () => {
    const answer = await ask({ mostBytes: 5 });
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    await expect(ask({ mostBytes: 4 })).rejects.toThrow('longer than 4 bytes');
  });
  test('aren’t read unless asked for', async () => expect(await (await ask()).text()).toBe(''));
  test('with a redirect are given back, not followed', async () => {
    reply = { status: 307, headers: { Location: `${origin}/elsewhere` }, body: '' };
    const answer = await ask({ mostBytes: 5 });
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `${origin}/elsewhere`]);
    expect(asked).toEqual(['POST /a']);
    // Whoever follows one asks again, and is checked again.
    await expect(
      createGuardedFetch()(new URL(answer.headers.get('location') ?? ''), { method: 'GET' }),
    ).rejects.toThrow('doesn’t send to such an address');
  });
  test('without a body have none', async () => {
    reply = { status: 204, headers: {}, body: '' };
    expect((await ask({ mostBytes: 5 })).status).toBe(204);
  });
  test('that never come, or never end, end by themselves', async () => {
    reply = null;
    await expect(ask({}, 200)).rejects.toThrow('gave no answer');
    reply = { status: 200, headers: {}, body: null };
    await expect(ask({ mostBytes: 5 }, 200)).rejects.toThrow('gave no answer');
  });
  test('are no longer waited for once the caller gives up', async () => {
    reply = null;
    await expect(ask({ signal: AbortSignal.timeout(50) }, 60_000)).rejects.toThrow('gave no answer');
  });
  test('of another origin than the excepted one are refused', async () => {
    await expect(
      createGuardedFetch({ exceptOrigin: 'http://127.0.0.1:1' })(new URL(origin), { method: 'GET' }),
    ).rejects.toThrow('doesn’t send to such an address');
  });
});
