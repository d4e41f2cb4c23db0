import { once } from 'node:events';
import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Peer } from '#backend/kernel/context.ts';
import { embedPrefix, previewsPrefix } from '#config/sharing.ts';
import { everywhere } from '#backend/node/pages/content-security.ts';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';
import { createEmbedRoute } from '#backend/node/sharing/embed-route.ts';
import { drawable, previewSize, previewWords } from '#backend/node/sharing/preview-image.ts';
import { createPreviewRoute } from '#backend/node/sharing/preview-route.ts';
import { createSiteMapRoutes } from '#backend/node/sharing/site-map-route.ts';
import { testBackend } from '../../setup/backend.ts';
import { postsIn } from '../../setup/posts.ts';
import { quiet } from '../../setup/quiet.ts';

const app = await testBackend();
const { backend, ok, makeCreator, makeFan } = app;
const { makePost } = postsIn(app);
const { publicUrl } = app.config;

const site = { api: backend, publicUrl };
const findPeer = ({ headers }: { headers: Record<string, unknown> }): Peer => ({
  ip: '192.0.2.1',
  country: typeof headers['x-country'] === 'string' ? headers['x-country'] : 'US',
});
const server = createRequestRouter({
  publicUrl,
  headers: everywhere(publicUrl, false),
  log: quiet,
  findPeer,
  readiness: { isReady: () => true, report: () => '' },
  folders: {
    [previewsPrefix]: createPreviewRoute(site, findPeer),
    [embedPrefix]: createEmbedRoute(site, findPeer),
    ...createSiteMapRoutes(site, findPeer),
  },
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
/** Without `fetch`, because drawing must not call out and the tests replace it to prove that. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as { port: number };
    request({ port, host: '127.0.0.1', path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks),
      });
    })
      .once('error', reject)
      .end();
  });
const text = ({ body }: Answer): string => body.toString('utf8');
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
/** Every page that the site map lists to somebody in a country. */
async function listed(country: string): Promise<string[]> {
  const parts = locations(text(await ask('/sitemap.xml', { 'x-country': country })));
  const pages = await Promise.all(
    parts.map(async (part) =>
      locations(text(await ask(part.slice(publicUrl.length), { 'x-country': country }))),
    ),
  );
  return pages.flat();
}

describe('previews', () => {
  test('are drawn at the size that others show, without asking anybody else', async () => {
    const creator = await makeCreator({ name: 'Mara 山田 🎨' });
    const asked: string[] = [];
    const { fetch: real } = globalThis;
    globalThis.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      // The drawing library carries its parts with it, as data.
      if (address.startsWith('data:')) return real(input, init);
      asked.push(address);
      throw new Error('no network');
    };
    try {
      const answer = await ask(`/previews/${creator.username}.jpg`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'jpeg', ...previewSize });
      const again = await ask(`/previews/profile/${creator.username}.jpg`, {
        'if-none-match': String(answer.headers['etag']),
      });
      expect(again.status).toBe(304);
    } finally {
      globalThis.fetch = real;
    }
    expect(asked).toEqual([]);
  });

  test('follow what they show', async () => {
    const creator = await makeCreator({ name: 'Before' });
    const path = `/previews/profile/${creator.username}.jpg`;
    const first = await ask(path);
    await ok('PUT /performers/:id', {
      token: creator.token,
      params: { id: creator.id },
      body: { name: 'After' },
    });
    const second = await ask(path, { 'if-none-match': String(first.headers['etag']) });
    expect(second.status).toBe(200);
    expect(second.body.equals(first.body)).toBe(false);
  });

  test('show nothing to a country that the creator closed, and nothing that isn’t there', async () => {
    const creator = await makeCreator();
    const post = await makePost(creator.id);
    await ok('POST /block/countries', { token: creator.token, body: { countries: ['FR'] } });
    for (const path of [`/previews/profile/${creator.username}.jpg`, `/previews/feeds/${post}.jpg`]) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, { 'x-country': 'FR' })).status).toBe(404);
    }
    for (const path of [
      '/previews/profile/nobody.jpg',
      '/previews/constructor/x.jpg',
      '/previews/feeds/../../x.jpg',
      `/previews/feeds/${post}`,
    ])
      expect((await ask(path)).status).toBe(404);
  });

  test('say title, creator and site, and of names what the font has', () => {
    const creator = { name: 'Mara 山田', username: 'mara', avatar: '' };
    const item = { creator, picture: null, path: '', isOpen: true } as const;
    expect(previewWords({ ...item, kind: 'profile', title: 'Mara 山田' }, 'Limelight')).toEqual([
      'Mara',
      '@mara · Limelight',
    ]);
    expect(
      previewWords(
        { ...item, kind: 'feeds', title: '山', creator: { ...creator, name: '山田' } },
        'Limelight',
      ),
    ).toEqual(['@mara', '@mara · Limelight']);
    expect(drawable('Ångström “quoted” 🎉 – x')).toBe('Ångström “quoted” – x');
  });
});

describe('embedded cards', () => {
  test('show a public post in any site’s frame, and run nothing', async () => {
    const creator = await makeCreator({ name: '<b>Mara</b> & "co"' });
    const post = await makePost(creator.id, { text: '</h1><script>alert(1)</script> hello' });
    const answer = await ask(`/embed/feeds/${post}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors \*/);
    expect(text(answer)).toContain(`href="${publicUrl}/feeds/${post}"`);
    expect(text(answer)).toContain('&lt;b&gt;Mara&lt;/b&gt; &amp; &quot;co&quot;');
    expect(text(answer)).not.toMatch(/<script|<b>/);
  });

  test('aren’t there for what visitors can’t read as a whole', async () => {
    const creator = await makeCreator();
    const locked = await makePost(creator.id, { price: 100, text: 'the secret' });
    const followers = await makePost(creator.id, { audience: 'followers', text: 'the secret' });
    for (const id of [locked, followers]) {
      const answer = await ask(`/embed/feeds/${id}`);
      expect(answer.status).toBe(404);
      expect(text(answer)).toContain('This isn’t available here');
      expect(text(answer)).not.toContain('secret');
    }
  });

  test('no other page can be framed', async () => {
    expect((await ask('/sitemap.xml')).headers['x-frame-options']).toBe('DENY');
    expect((await ask('/embed/')).headers['x-frame-options']).toBe('DENY');
  });
});

describe('the site map', () => {
  test('lists creators and published items where they may be seen, and nothing else', async () => {
    const creator = await makeCreator();
    const [published, draft] = [await makePost(creator.id), await makePost(creator.id, { state: 'draft' })];
    const [pending, fan] = [await makeCreator({}, { verified: 'pending' }), await makeFan()];
    await ok('POST /block/countries', { token: creator.token, body: { countries: ['FR'] } });
    const own = [`${publicUrl}/${creator.username}`, `${publicUrl}/feeds/${published}`];
    const pages = await listed('US');
    expect(pages).toEqual(expect.arrayContaining([...own, `${publicUrl}/search`]));
    for (const absent of [draft, pending.username, fan.username])
      expect(pages.join('\n')).not.toContain(absent);
    const inFrance = await listed('FR');
    expect(inFrance).toContain(`${publicUrl}/search`);
    for (const page of own) expect(inFrance).not.toContain(page);
  });

  test('is counted once in a while for everybody in a country, and again after a failure', async () => {
    let status = 503;
    const counted: string[] = [];
    const api = {
      findPlaces: async (peer: Peer) => (peer.country === null ? null : [peer.country ?? '']),
      fetch: async (request: Request) => {
        counted.push(new URL(request.url).pathname);
        return Response.json({ data: { data: [{ kind: 'post', after: null }] } }, { status });
      },
    };
    const routes = createSiteMapRoutes({ api, publicUrl }, findPeer);
    const answer = async (country: string) => {
      let body = '';
      const response = { writeHead: () => response, end: (xml: string) => void (body = xml) };
      const asked = { url: '/sitemap.xml', headers: { 'x-country': country } };
      await routes['/sitemap.xml']!(asked as never, response as never, '/sitemap.xml');
      return body;
    };
    await expect(answer('US')).rejects.toThrow('503');
    status = 200;
    for (const country of ['US', 'US', 'FR', 'US', 'FR'])
      expect(await answer(country)).toContain(`${publicUrl}/sitemap.xml?kind=post`);
    expect(counted).toHaveLength(3);
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    await answer('US');
    later.mockRestore();
    expect(counted).toHaveLength(4);
  });

  test('refuses parts that it doesn’t have', async () => {
    for (const path of ['/sitemap.xml?kind=messages', '/sitemap.xml?kind=post&after=x', '/sitemap.xmlx'])
      expect((await ask(path)).status).toBe(404);
  });

  test('robots are told where it is and what to leave alone', async () => {
    const robots = text(await ask('/robots.txt'));
    expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    for (const path of ['/user/', '/messages', '/operator']) expect(robots).toContain(`Disallow: ${path}`);
  });
});
