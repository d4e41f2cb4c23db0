import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createRequestRouter } from '#backend/node/pages/request-router.ts';
import { quiet } from '../../setup/quiet.ts';

const router = { current: null as ReturnType<typeof createRequestRouter> | null };
afterEach(() => void router.current?.close());

/** A process that serves the API; the test decides whether its database is ready. */
async function started(isReady: () => boolean) {
  const server = createRequestRouter({
    publicUrl: 'http://localhost',
    headers: {},
    log: quiet,
    peerOf: () => ({ ip: '127.0.0.1' }),
    api: { fetch: async () => new Response('called') },
    isReady,
    folders: {},
  });
  router.current = server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
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
    expect(await away.text()).toBe('The database is unavailable.');
  }
  expect((await ask('/healthz')).status).toBe(200);
  isReady = true;
  const back = await ask('/readyz');
  expect([back.status, back.headers.get('retry-after'), await back.text()]).toEqual([200, null, 'ok']);
});

test('a process that serves no pages has nothing at their URLs', async () => {
  const ask = await started(() => true);
  expect((await ask('/api/v1/users/me')).status).toBe(200);
  expect((await ask('/home')).status).toBe(404);
});
