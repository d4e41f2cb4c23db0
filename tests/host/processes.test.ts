import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import type { EmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import { fileOf, run } from '../setup/child.ts';
import type { Program } from '../setup/child.ts';
import { quiet } from '../setup/quiet.ts';

/* The same code as several processes on one database: two for the API, one for pages, one for jobs. */
let folder = '';
let postgres: EmbeddedPostgres;
const processes: { program: Program; url: string }[] = [];

const freePort = async () => {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
};
async function begin(role: 'api' | 'web' | 'jobs'): Promise<string> {
  const port = await freePort();
  const { host } = postgres.connection('limelight');
  const env = {
    ROLE: role,
    PORT: String(port),
    DEMO: '0',
    SECRET: 'a secret that all of them have alike',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://postgres@/limelight?host=${encodeURIComponent(host ?? '')}`,
    ...(process.env.TEST_REDIS_URL ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
  };
  const program = run(fileOf('#backend/node/main.ts'), { env });
  const url = `http://localhost:${port}`;
  processes.push({ program, url });
  await program.says(/^ready /m);
  return url;
}
const post = (url: string, body: unknown, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: JSON.stringify(body),
  });

let [first, second, web] = ['', '', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-processes-'));
  await chmod(folder, 0o755);
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: quiet, durable: false });
  const client = new Client(postgres.connection('postgres'));
  await client.connect();
  await client.query('CREATE DATABASE limelight');
  await client.end();
  // Started together, so that they compete to migrate and only one does.
  [first = '', second = '', web = ''] = await Promise.all([
    begin('api'),
    begin('api'),
    begin('web'),
    begin('jobs'),
  ]);
}, 120_000);
afterAll(async () => {
  for (const { program } of processes) program.process.kill('SIGTERM');
  await Promise.all(processes.map(({ program }) => program.ended));
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('each serves its own part and nothing else', async () => {
  const statuses = async (url: string) =>
    Promise.all(
      ['/api/v1/settings/public', '/', '/flags/fr.svg'].map(
        async (path) => (await fetch(url + path, { redirect: 'manual' })).status,
      ),
    );
  expect(await statuses(first)).toEqual([200, 404, 200]);
  expect(await statuses(web)).toEqual([404, 200, 200]);
  expect(await statuses(processes[3]?.url ?? '')).toEqual([404, 404, 200]);
});

test('an action in one process reaches a socket on the other', async () => {
  await post(`${first}/api/v1/auth/users/register`, {
    name: 'Reader',
    username: 'reader',
    email: 'reader@example.com',
    password: 'correct horse battery',
  });
  const {
    data: { token },
  } = (await (
    await post(`${first}/api/v1/auth/login`, { credentials: 'reader', password: 'correct horse battery' })
  ).json()) as { data: { token: string } };
  const socket = io(first, { transports: ['websocket'], query: { token }, reconnection: false });
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', () => resolve()).once('connect_error', reject),
  );
  expect(await socket.emitWithAck('auth/login', { token })).toEqual({ ok: true });
  const dropped = new Promise<number>((resolve) => socket.once('disconnect', () => resolve(Date.now())));
  const loggedOutAt = Date.now();
  expect((await post(`${second}/api/v1/auth/logout`, {}, token)).status).toBe(200);
  expect((await dropped) - loggedOutAt).toBeLessThan(1_000);
});
