import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '#backend/node/pages/content-security.ts';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';

const logged: unknown[] = [];
const note = (...entry: unknown[]) => void logged.push(entry);
const headers = everywhere('https://site.example', false);
const server = createRequestRouter({
  publicUrl: 'https://site.example',
  headers,
  log: { debug: note, info: note, warn: note, error: note } as never,
  findPeer: () => ({}) as never,
  api: {
    fetch: async (request: Request) => {
      if (request.url.includes('unchanged')) return new Response(null, { status: 304 });
      return Response.json({ path: request.url });
    },
  },
  pages: {
    handle: async (_: unknown, response: { end: (text: string) => void }) => response.end('A page.'),
    upgrade: () => undefined,
  } as never,
  readiness: { isReady: () => false, report: () => '' },
  folders: {
    '/icons/': async (_, response) => {
      response.end('A file.');
      return true;
    },
    '/missing/': async () => false,
    '/broken/': async () => {
      throw new Error('The disk is gone.');
    },
  },
});
let origin = '';
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test.each([
  ['a page', '/', 200],
  ['a call', '/api/v1/feeds', 200],
  ['a call answered as unchanged', '/api/v1/unchanged', 304],
  ['a media file answered as unchanged', '/media/unchanged', 304],
  ['a file', '/icons/a.svg', 200],
  ['a missing file', '/missing/a.svg', 404],
  ['a failure', '/broken/a.svg', 500],
  ['a health check', '/healthz', 200],
  ['a failed health check', '/readyz', 503],
])('%s carries every security header', async (_, path, status) => {
  const answer = await fetch(origin + path);
  await answer.arrayBuffer();
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(headers))
    expect([name, answer.headers.get(name)]).toEqual([name, value]);
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining([
      'Cross-Origin-Opener-Policy',
      'Cross-Origin-Resource-Policy',
      'Strict-Transport-Security',
      'X-Content-Type-Options',
    ]),
  );
});

test('HSTS is sent only by a site behind TLS', () => {
  expect(everywhere('http://localhost:3000', false)).not.toHaveProperty('Strict-Transport-Security');
});

test('a failed request is logged without its query, which may sign the address', async () => {
  logged.length = 0;
  await fetch(`${origin}/broken/a.svg?signature=very-secret`);
  expect(JSON.stringify(logged)).toContain('/broken/a.svg');
  expect(JSON.stringify(logged)).not.toContain('very-secret');
});
