import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPageCache } from '#backend/node/pages/page-cache.ts';
import type { Rendered } from '#backend/node/pages/page-cache.ts';
import { serving } from '../../setup/serving.ts';

describe('the page cache', () => {
  const captured = (body: string, status = 200) => ({
    status,
    headers: { 'content-type': 'text/html', 'set-cookie': 'a=b', 'cache-control': 'no-store' },
    body: Buffer.from(body),
  });
  const page = (text: string, nonce: string, status = 200): Rendered => ({
    captured: captured(`<p nonce="${nonce}">${text.padEnd(900, '.')}</p>`, status),
    policy: `script-src 'nonce-${nonce}'`,
    nonce,
  });
  const app = async (render: (n: number) => Promise<Rendered> | Rendered) => {
    const clock = { now: 0 };
    let rendered = 0;
    const cache = createPageCache({ now: () => clock.now });
    const wanted = { key: 'k', render: async () => render((rendered += 1)) };
    const { ask, raw } = await serving((request, response) => cache.serve(request, response, wanted));
    return { clock, ask, raw, rendered: () => rendered };
  };

  test('renders once for many simultaneous requests, and sets what browsers may cache', async () => {
    const { ask, rendered } = await app(async (n) => (await sleep(20), page('hello', `n${n}`)));
    const answers = await Promise.all([ask('/'), ask('/'), ask('/')]);
    expect(rendered()).toBe(1);
    const [one] = answers;
    expect(one?.headers.get('cache-control')).toBe('private, no-cache');
    expect(one?.headers.get('content-security-policy')).toBe("script-src 'nonce-n1'");
    expect(one?.headers.get('set-cookie')).toBeNull();
    expect(await one?.text()).toContain('nonce="n1"');
  });

  test('a page older than a second is served once more while a new one is rendered; one older than five waits for the new one', async () => {
    const { clock, ask, rendered } = await app((n) => page(`version ${n}`, `n${n}`));
    const text = async () => (await ask('/')).text();
    expect(await text()).toContain('version 1');
    clock.now = 900;
    expect(await text()).toContain('version 1');
    expect(rendered()).toBe(1);
    clock.now = 1_100;
    expect(await text()).toContain('version 1');
    await expect.poll(rendered).toBe(2);
    expect(await text()).toContain('version 2');
    clock.now = 10_000;
    expect(await text()).toContain('version 3');
  });

  test('the same content with another nonce is unchanged for the browser, which keeps page and policy', async () => {
    const { clock, ask } = await app((n) => page('same', `n${n}`));
    const tag = (await ask('/')).headers.get('etag') ?? '';
    clock.now = 10_000;
    const again = await ask('/', { 'if-none-match': tag });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBeNull();
  });

  test('holds as many pages as fit its size limit, evicting the oldest', async () => {
    const rendered: string[] = [];
    const cache = createPageCache({ now: () => 0, mostBytes: 2_500 });
    const { ask } = await serving((request, response) => {
      const key = request.url ?? '';
      return cache.serve(request, response, {
        key,
        render: async () => (rendered.push(key), page(key, 'n')),
      });
    });
    for (const path of ['/a', '/b', '/c', '/c', '/b', '/a', '/c', '/b'])
      expect(await (await ask(path)).text()).toContain(path);
    // Only two pages of 900 bytes fit: the third evicted the first, and rendering the first again evicted the
    // second.
    expect(rendered).toEqual(['/a', '/b', '/c', '/a', '/b']);
  });

  test('failures and redirects are passed on, not cached', async () => {
    const { ask, rendered } = await app((n) => page('broken', `n${n}`, n === 1 ? 500 : 200));
    expect((await ask('/')).status).toBe(500);
    expect((await ask('/')).status).toBe(200);
    expect(rendered()).toBe(2);
  });

  test('after a failing refresh, the cached page is served until it is too old', async () => {
    const { clock, ask } = await app((n) =>
      n === 1 ? page('good', 'n1') : Promise.reject(new Error('away')),
    );
    await ask('/');
    clock.now = 2_000;
    expect((await ask('/')).status).toBe(200);
  });

  test('is compressed as the browser accepts, and HEAD has no body', async () => {
    const { ask, raw } = await app(() => page('packed', 'n'));
    const br = await raw('/', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toContain('packed');
    expect(gunzipSync((await raw('/', { 'accept-encoding': 'gzip' })).body).toString()).toContain('packed');
    const head = await ask('/', {}, 'HEAD');
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(900);
    expect(await head.text()).toBe('');
  });
});
