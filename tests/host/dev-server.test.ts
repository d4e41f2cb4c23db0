import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf, run } from '../setup/child.ts';
import type { Program } from '../setup/child.ts';

/* `npm run dev`: pages in one process, the API in another. */
let folder = '';
let url = '';
let server: Program;
const began = Date.now();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-dev-'));
  await chmod(folder, 0o755);
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  url = `http://localhost:${(probe.address() as AddressInfo).port}`;
  probe.close();
  server = run(fileOf('#backend/node/dev/dev-server.ts'), {
    env: {
      PORT: new URL(url).port,
      DATA_DIR: folder,
      DEMO: '0',
      LIVE_UDP_PORT: '0',
      NODE_ENV: 'development',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  await Promise.all([server.says(/^pages /m), server.says(/^ready /m)]);
}, 300_000);
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const statusOf = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).status;
/**
 * The connection over which Next reloads changed pages. It ends with the process that has the pages, which listens for
 * one from its first page on.
 */
async function openReloads(): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/_next/hmr?page=%2F`);
  await once(socket, 'open');
  return socket;
}

describe('the development server', () => {
  test.each([
    '/',
    '/api/v1/settings/public',
    '/flags/de.svg',
    '/sitemap.xml',
    '/robots.txt',
    '/healthz',
    '/readyz',
  ])('answers %s', async (path) => {
    expect(await statusOf(path)).toBe(200);
  });

  test('asks the API while it draws a page', async () => {
    expect(await statusOf('/nobody-lives-here')).toBe(404);
  });

  test('restarts only the API when a source of it changes, and calls wait for it', async () => {
    const reloads = await openReloads();
    const live = io(url, { transports: ['websocket'], forceNew: true });
    const next = (event: string) => new Promise<void>((resolve) => live.once(event, () => resolve()));
    await next('connect');
    const cut = next('disconnect');
    const now = new Date();
    await utimes(fileOf('#backend/kernel/errors.ts'), now, now);
    await cut;
    expect(await statusOf('/api/v1/settings/public')).toBe(200);
    const again = next('connect');
    live.connect();
    await again;
    live.disconnect();
    expect(server.stdout().match(/^ready /gm)).toHaveLength(2);
    expect(reloads.readyState).toBe(WebSocket.OPEN);
    reloads.close();
  });

  test('ends with everything saved', async () => {
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stdout()).toMatch(/^stopped .*all data saved$/m);
    // What was compiled, for the next start.
    const saved = globSync('.next/dev/cache/turbopack/*/CURRENT');
    expect(saved.map((file) => statSync(file).mtimeMs > began)).toContain(true);
  });
});
