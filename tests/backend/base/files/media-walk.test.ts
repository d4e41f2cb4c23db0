import { beforeAll, describe, expect, test } from 'vitest';
import { askingOf } from '../../../matrix/asking.ts';
import { makeEverything } from '../../../matrix/everything.ts';
import { type Identity, identities } from '../../../matrix/scene.ts';
import { testBackend } from '../../../setup/backend.ts';

/*
 * Requests every media URL in every reply of every operation, as everyone: nothing locked is ever readable,
 * and other URLs work only for the person they were signed for, for reading, and for a limited time.
 */
const app = await testBackend();
const all = await makeEverything(app, app.ports.geo);
const { repliesTo } = askingOf(app, all);
const order: Identity[] = [
  'owner',
  'fan',
  'subscriber',
  ...identities.filter((who) => !['owner', 'fan', 'subscriber'].includes(who)),
];

interface Asking {
  token: string | null;
  method?: string;
  headers?: Record<string, string>;
}
async function ask(address: string, { token, method = 'GET', headers = {} }: Asking) {
  const given = new Headers(headers);
  if (token) given.set('authorization', token);
  const body = method === 'PUT' ? 'x' : undefined;
  const response = await app.backend.fetch(
    new Request(`https://limelight.test${address}`, { method, headers: given, body }),
    { ip: '203.0.113.5' },
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}
interface Expected extends Asking {
  address: string;
  status: number;
  length?: number;
}
/** The URLs whose response differs from the expected one. */
async function unlike(list: readonly Expected[]): Promise<unknown[]> {
  const answers = await Promise.all(
    list.map(async (expected) => ({ ...expected, answer: await ask(expected.address, expected) })),
  );
  return answers.filter(
    ({ status, length, answer }) =>
      answer.status !== status || (length !== undefined && answer.text.length !== length),
  );
}
const pathOf = (address: string) => /^\/media\/f\/([0-9a-f-]{36})\/([^?]+)\?/.exec(address);

/** URLs to request again at the end, when they have expired. */
const aged: { address: string; token: string | null }[] = [];

describe.each(order)('%s', (who) => {
  const addresses = new Set<string>();
  let token: string | null = null;
  beforeAll(async () => {
    for (const { text } of await repliesTo(who))
      for (const address of text.match(/\/media\/[^"\s\\]+/g) ?? []) addresses.add(address);
    ({ token } = await all.callAs(who));
  }, 120_000);
  const filed = () => [...addresses].filter((address) => !address.startsWith('/media/public/'));

  test('opens their own files, and only blurred previews of the rest', async () => {
    const opened = new Set<string>();
    const wrong: unknown[] = [];
    for (const address of filed()) {
      const [, fileId = '', rendition = ''] = pathOf(address) ?? [];
      if (!all.knows(fileId)) wrong.push({ address, why: 'of a file that nothing in the scene has' });
      const { status } = await ask(address, { token });
      if (status !== 200) wrong.push({ address, status });
      if (!all.mayRead(who, fileId) && rendition !== 'blur.webp')
        wrong.push({ address, why: 'not theirs to read' });
      if (rendition !== 'blur.webp') opened.add(fileId);
    }
    expect(wrong).toEqual([]);
    // Everyone can open all files that they have access to.
    expect(all.fileIds.filter((id) => all.mayRead(who, id) && !opened.has(id))).toEqual([]);
  });

  test("can't turn one URL into another", async () => {
    const forged = filed()
      .filter((_, at) => at % 3 === 0)
      .flatMap((address) => {
        const [, fileId = '', rendition = ''] = pathOf(address) ?? [];
        const others = all.fileIds.filter((id) => id !== fileId && !all.mayRead(who, id)).slice(0, 5);
        const elsewhere = others.flatMap((guess) =>
          [rendition, '320.webp', '720.mp4', 'blur.webp'].map((name) =>
            address.replace(fileId, guess).replace(rendition, name),
          ),
        );
        if (all.mayRead(who, fileId)) return elsewhere;
        const sharper = ['320.webp', '640.webp', '480.mp4', '720.mp4', 'original.pdf'].map((name) =>
          address.replace('blur.webp', name),
        );
        return [...elsewhere, ...sharper, address.replace('k=preview', 'k=open')];
      });
    expect(await unlike(forged.map((address) => ({ address, token, status: 404 })))).toEqual([]);
  });

  test('has URLs that only read, and only for themselves', async () => {
    const stranger = (await all.callAs(who === 'otherCreator' ? 'otherFan' : 'otherCreator')).token;
    const sample = filed().filter((_, at) => at % 4 === 0);
    const asked = sample.flatMap((address): Expected[] => [
      { address, token, headers: { range: 'bytes=0-0' }, status: 206, length: 1 },
      { address, token, headers: { range: 'bytes=999999-' }, status: 416, length: 0 },
      { address, token, method: 'HEAD', status: 200, length: 0 },
      { address, token, method: 'PUT', status: 404 },
      ...['DELETE', 'POST', 'PATCH'].map((method) => ({ address, token, method, status: 405 })),
      ...(/k=(?:own|subscriber|follower|bought)/.test(address)
        ? [stranger, null].map((other) => ({ address, token: other, status: 404 }))
        : []),
    ]);
    expect(await unlike(asked)).toEqual([]);
    aged.push(...sample.map((address) => ({ address, token })));
  });
});

test('two hours later no URL opens anything, even with a valid session', async () => {
  app.ports.clock.move('2h');
  expect((await app.raw('GET /users/me', { token: aged.find(({ token }) => token)?.token })).status).toBe(
    200,
  );
  expect(await unlike(aged.map((address) => ({ ...address, status: 404 })))).toEqual([]);
  expect(aged.length).toBeGreaterThan(50);
});
