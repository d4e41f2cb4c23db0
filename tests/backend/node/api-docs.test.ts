import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '#backend/http/openapi.ts';
import type { ApiDocument } from '#backend/http/api-docs/document.ts';
import { curlLine } from '#backend/http/api-docs/operation-html.ts';
import { apiDocsFile } from '#backend/http/api-docs/pages.ts';
import { everywhere } from '#backend/node/pages/content-security.ts';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';
import { createApiDocsRoute } from '#backend/node/sharing/api-docs-route.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';

const { backend, config, settings } = await testBackend();
const { publicUrl } = config;
const findPeer = () => ({ ip: '192.0.2.1', country: 'US' });
const server = createRequestRouter({
  publicUrl,
  headers: everywhere(publicUrl, false),
  log: quiet,
  findPeer,
  readiness: { isReady: () => true, report: () => '' },
  folders: createApiDocsRoute({ api: backend, publicUrl }, findPeer),
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}${path}`, init);

const document = describeApi() as unknown as ApiDocument;
const listed = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
);
const tags = [...new Set(listed.map(({ operation }) => operation.tags[0] ?? ''))];
const htmlOf = (path: string) => apiDocsFile(path, document, publicUrl)?.body ?? '';

test('the overview lists every operation, under a policy that runs nothing', async () => {
  const reply = await ask('/api/docs');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const html = await reply.text();
  for (const { operation } of listed) expect(html).toContain(`#${operation.operationId}"`);
  expect((await ask('/api/docs/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

test('code in a sentence is marked as code', () => {
  const html = htmlOf('/api/docs');
  expect(html).toContain('<code>Retry-After</code>');
  expect(html.replaceAll(/<pre>[\s\S]*?<\/pre>/g, '')).not.toContain('`');
});

test('no page has a script, or a style of its own', () => {
  for (const path of ['/api/docs', '/api/docs/schemas', ...tags.map((tag) => `/api/docs/${tag}`)]) {
    expect(htmlOf(path), path).not.toBe('');
    expect(/<script|<style| style=| on\w+=/.exec(htmlOf(path)), path).toBeNull();
  }
});

test.each(tags)(
  'the page of %s shows each of its operations with parameters, answers and a line for a shell',
  (tag) => {
    const html = htmlOf(`/api/docs/${tag}`);
    for (const { operation } of listed.filter((each) => each.operation.tags[0] === tag)) {
      const [, shown = ''] = html.split(`<article id="${operation.operationId}">`);
      const [article = ''] = shown.split('</article>');
      for (const { name } of operation.parameters) expect(article).toContain(`<code>${name}</code>`);
      for (const status of Object.keys(operation.responses)) expect(article).toContain(status);
      expect(article).toContain(`curl `);
    }
  },
);

test('every link leads to something', () => {
  const pages = new Map(
    ['/api/docs', '/api/docs/schemas', ...tags.map((tag) => `/api/docs/${tag}`)].map((path) => [
      path,
      htmlOf(path),
    ]),
  );
  const links = [...pages.values()].flatMap((html) =>
    [...html.matchAll(/href="(\/api\/docs[^"]*)"/g)].map(([, to = '']) => to),
  );
  const broken = [...new Set(links)].filter((link) => {
    const [path = '', id] = link.split('#');
    return (
      path !== '/api/docs/style.css' &&
      !pages.get(path)?.includes(id === undefined ? '<main>' : ` id="${id}"`)
    );
  });
  expect(broken).toEqual([]);
});

test('fields say what they are, and what only has a name is opened', () => {
  const html = htmlOf('/api/docs/auth');
  const [, login = ''] = html.split('<article id="postAuthLogin">');
  expect(login).toContain('<a href="/api/docs/schemas#LoginBody">LoginBody</a>');
  expect(login.split('</article>')[0]).toContain('<code>credentials</code>');
  expect(htmlOf('/api/docs/schemas')).toContain('<article id="LoginBody">');
});

test('a line for a shell has the address, the token and the body, and survives quotation marks', () => {
  const tip = listed.find(({ operation }) => operation.operationId === 'postWalletChargesTipId')!;
  const line = curlLine(tip, 'https://site.example/api/v1');
  expect(line).toContain("-X POST 'https://site.example/api/v1/wallet/charges/tip/");
  expect(line).toContain('-H "Authorization: Bearer $TOKEN"');
  const body = { 'application/json': { schema: {}, example: { text: "it's" } } };
  expect(curlLine({ ...tip, operation: { ...tip.operation, requestBody: { content: body } } }, '')).toContain(
    String.raw`-d '{"text":"it'\''s"}'`,
  );
});

test('a line for a shell sends files as forms', () => {
  const join = listed.find(({ operation }) => operation.operationId === 'postAuthPerformersRegister')!;
  expect(curlLine(join, '')).toContain("-F 'idFront=@idFront'");
  expect(curlLine(join, '')).toContain("-F 'username=username'");
});

test('there is nothing else, and nothing in a closed country', async () => {
  for (const path of ['/api/docs/nothing', '/api/docsx', '/api/docs/'])
    expect((await ask(path)).status, path).toBe(404);
  expect((await ask('/api/docs', { method: 'POST' })).status).toBe(404);
  await settings.set('blockedCountries', ['US']);
  expect((await ask('/api/docs')).status).toBe(404);
});
