import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '#backend/node/dev/api-process.ts';

/* What restarts the API of `npm run dev`, with a program that only says that it is ready. */
let folder = '';
let api: ApiProcess | null = null;
const inFolder = (name: string) => join(folder, name);
const change = () => writeFile(inFolder('sources.ts'), String(Math.random()));
const readPid = async () => Number(await readFile(inFolder('pid'), 'utf8').catch(() => '0'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-api-process-'));
});
afterEach(async () => {
  await api?.end('SIGKILL');
  await rm(inFolder('pid'), { force: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `ready` is what it does once it runs. */
async function start(ready: string): Promise<ApiProcess> {
  const program = inFolder('program.mjs');
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'; setInterval(() => {}, 1000); ${ready}; writeFileSync(${JSON.stringify(inFolder('pid'))}, String(process.pid));`,
  );
  api = startApiProcess({ program, args: [], env: process.env, watched: [folder], print: () => undefined });
  return api;
}

test('one that crashes is away until a source changes', async () => {
  const started = await start(`process.send('ready')`);
  expect(await started.isReady()).toBe(true);
  await expect.poll(readPid).toBeGreaterThan(0);
  process.kill(await readPid(), 'SIGKILL');
  await expect.poll(() => started.isReady()).toBe(false);
  await change();
  await expect.poll(() => started.isReady()).toBe(true);
});

test('one that never gets ready is started again by a change', async () => {
  const started = await start('');
  await expect.poll(readPid).toBeGreaterThan(0);
  await writeFile(inFolder('program.mjs'), `setInterval(() => {}, 1000); process.send('ready');`);
  await change();
  await expect.poll(() => Promise.race([started.isReady(), Promise.resolve(false)])).toBe(true);
});
