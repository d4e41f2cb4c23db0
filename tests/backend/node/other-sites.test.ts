import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createOtherSites } from '#backend/node/outgoing/other-sites.ts';
import { pageWords } from '#backend/node/outgoing/page-words.ts';

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | Uint8Array;
}
const replies = new Map<string, Reply>();
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  const {
    status = 200,
    type = 'text/html',
    location,
    body = '',
  } = replies.get(request.url ?? '') ?? {
    status: 404,
  };
  response.writeHead(status, { 'content-type': type, ...(location && { location }) });
  response.end(body);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const { port } = site.address() as { port: number };
const origin = `http://127.0.0.1:${port}`;
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  replies.clear();
  asked.length = 0;
});
const sites = createOtherSites({ LINK_TEST_ORIGIN: origin });
const describePage = (path: string) => sites.describe(new URL(path, origin));
const page = (head: string) => `<!doctype html><html><head>${head}</head><body>…</body></html>`;

describe('a page', () => {
  it('is described by its own words, with its picture', async () => {
    const picture = Uint8Array.of(1, 2, 3);
    replies.set('/a', {
      body: page(
        '<title>Plain</title><meta property="og:title" content="Ash &amp; bone"><meta name="description" content=" All\n of it "><meta property="og:site_name" content="Kiln"><meta property="og:image" content="/p.png">',
      ),
    });
    replies.set('/p.png', { type: 'image/png', body: picture });
    const found = await describePage('/a');
    expect({ ...found, picture: [...found!.picture!] }).toEqual({
      title: 'Ash & bone',
      description: 'All of it',
      site: 'Kiln',
      picture: [1, 2, 3],
    });
  });

  it('without more has its title and host', async () => {
    replies.set('/a', { body: page('<title>Plain <b>title</title>') });
    expect(await describePage('/a')).toMatchObject({
      description: '',
      site: `127.0.0.1:${port}`,
      picture: null,
    });
  });

  it('is read in the way it is written', async () => {
    const latin = Buffer.from(page('<title>Caf\u00e9</title>'), 'latin1');
    replies.set('/a', { type: 'text/html; charset=iso-8859-1', body: latin });
    replies.set('/b', { type: 'text/html; charset=unknown', body: page('<title>Café</title>') });
    expect([(await describePage('/a'))?.title, (await describePage('/b'))?.title]).toEqual(['Café', 'Café']);
  });

  it('is read no further than its beginning', async () => {
    replies.set('/a', { body: `${page('<title>Long</title>')}${'x'.repeat(3_000_000)}` });
    expect((await describePage('/a'))?.title).toBe('Long');
  });

  it.each([
    ['nothing', {}],
    ['no title', { body: page('<meta name="description" content="x">') }],
    ['another format', { type: 'application/pdf', body: page('<title>x</title>') }],
    ['an error', { status: 500, body: page('<title>x</title>') }],
  ])('with %s has no description', async (_what, reply) => {
    replies.set('/a', reply);
    expect(await describePage('/a')).toBeNull();
  });
});

describe('redirects', () => {
  it('are followed three times', async () => {
    replies.set('/end', { body: page('<title>Here</title>') });
    for (const [from, to] of [
      ['/3', '/2'],
      ['/2', '/1'],
      ['/1', '/end'],
      ['/4', '/3'],
    ] as const)
      replies.set(from, { status: 302, location: to });
    expect((await describePage('/3'))?.title).toBe('Here');
    expect(await describePage('/4')).toBeNull();
  });

  it.each([
    'http://localhost:1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    '',
  ])('to %s end there', async (location) => {
    replies.set('/a', { status: 302, location });
    expect(await describePage('/a')).toBeNull();
  });
});

describe('what isn’t public', () => {
  it.each([
    'https://127.0.0.1/',
    'https://kiln.internal/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
  ])('%s is never asked', async (address) => {
    expect(await createOtherSites({}).describe(new URL(address))).toBeNull();
  });

  it('is never asked for a picture either', async () => {
    replies.set('/a', {
      body: page('<title>x</title><meta property="og:image" content="https://10.0.0.1/p.png">'),
    });
    expect(await describePage('/a')).toMatchObject({ picture: null });
  });

  it('a picture of another kind, or too large, is left out', async () => {
    replies.set('/a', { body: page('<title>x</title><meta property="og:image" content="/p">') });
    replies.set('/p', { type: 'text/html', body: '<svg/>' });
    expect(await describePage('/a')).toMatchObject({ picture: null });
    replies.set('/p', { type: 'image/png', body: Buffer.alloc(9_000_000) });
    expect(await describePage('/a')).toMatchObject({ picture: null });
  });
});

describe('the words of a page', () => {
  it('are the first of each, by preference', () => {
    expect(
      pageWords(
        '<meta name=description content=plain><meta property="OG:Description" content=first><meta property=og:description content=second><title>a</title><svg><title>b</title></svg>',
      ),
    ).toEqual({ title: 'a', description: 'first', site: '', picture: '' });
  });

  it('are found at once however the page is broken', () => {
    expect(pageWords('<meta '.repeat(80_000)).title).toBe('');
    expect(pageWords('<title>'.repeat(80_000)).description).toBe('');
  });
});
