import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { storeUpload } from '#backend/domain/base/files/uploads.ts';
import { createDiskObjects } from '#backend/node/ports/objects.ts';
import { isAlive } from '#backend/node/process/process-state.ts';
import { type Program, fileOf, run } from '../../../setup/child.ts';
import { clip } from '../../../setup/recordings.ts';
import { slowTools } from '../../../setup/slow-ffmpeg.ts';
import { testBackend } from '../../../setup/backend.ts';

/* The real server, in its own process, is ended by SIGKILL and SIGTERM while it processes a video. */
const folder = await mkdtemp(join(tmpdir(), 'limelight-processing-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const app = await testBackend({ ports: { objects: createDiskObjects(join(folder, 'objects')) } });
const { db, ports, makeCreator, ctxOf } = app;
const tools = await slowTools(join(folder, 'tools'));
const wheel = await clip('wheel.mp4');
// The server uses the real clock.
ports.clock.set(new Date());

async function startServer(): Promise<Program> {
  const env = {
    ROLE: 'jobs',
    DATABASE_URL: app.url,
    SECRET: 'only for this test, but long enough',
    PORT: '0',
    DATA_DIR: folder,
    DEMO: '0',
    FFMPEG_PATH: tools.ffmpeg,
  };
  const server = run(fileOf('#backend/node/main.ts'), { env });
  await server.says(/^ready /m);
  return server;
}
const upload = async () => {
  const creator = await makeCreator();
  const file = {
    field: 'file',
    name: 'a.mp4',
    mime: '',
    size: wheel.length,
    head: wheel.subarray(0, 4096),
    key: null,
    bytes: async () => wheel,
  };
  return (await storeUpload(ctxOf(creator.viewer), { type: 'feed-video', kind: 'video', fields: {}, file }))
    .id;
};
const fileNow = async (id: string) => (await db.select().from(files).where(eq(files.id, id)))[0]!;
const jobNow = async () => (await db.select().from(jobs).where(eq(jobs.kind, 'process-file')))[0]!;
/** The films that are stored of a file; its poster comes in several sizes. */
const kept = async (id: string) =>
  (await readdir(join(folder, 'objects', 'files', id)))
    .filter((name) => name.endsWith('.mp4'))
    .toSorted((a, b) => (a < b ? -1 : 1));
const pidsOf = async (word: string) =>
  (await tools.said()).filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1]));
const patient = { timeout: 30_000, interval: 100 };
const begun = async (times: number) =>
  expect
    .poll(async () => (await tools.said()).filter((line) => line.startsWith('begin')).length, patient)
    .toBe(times);

test('killed while processing a video, it finishes it once after the restart; told to stop, it hands it back at once', async () => {
  await tools.hold();
  const id = await upload();
  const first = await startServer();
  await begun(1);
  expect(await fileNow(id)).toMatchObject({ state: 'processing' });
  first.process.kill('SIGKILL');
  await first.ended;
  expect(await kept(id)).toEqual(['original.mp4']);

  // Its child processes end with it, and its job is available to others after at most 30 seconds.
  const [child] = await pidsOf('begin');
  await expect.poll(() => isAlive(child!), patient).toBe(false);
  expect((await jobNow()).leasedUntil!.getTime() - Date.now()).toBeLessThanOrEqual(30_000);
  // As if 30 seconds had passed without renewing the lease.
  await db
    .update(jobs)
    .set({ leasedUntil: new Date(Date.now() - 1_000) })
    .where(eq(jobs.kind, 'process-file'));
  const second = await startServer();
  await begun(2);
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(await jobNow()).toMatchObject({ attempts: 1, leasedUntil: null, doneAt: null });
  expect(await readdir(join(folder, 'tmp'))).toHaveLength(1);

  await tools.letGo();
  const third = await startServer();
  await expect.poll(async () => (await fileNow(id)).state, patient).toBe('ready');
  await expect.poll(async () => (await jobNow()).doneAt, patient).not.toBeNull();
  expect(await jobNow()).toMatchObject({ attempts: 2, failedAt: null });
  await expect.poll(() => kept(id), patient).toEqual(['480.mp4', '720.mp4']);
  third.process.kill('SIGTERM');
  await third.ended;
  const names = (await fileNow(id)).renditions.map(({ name }) => name);
  expect(names.filter((name) => name.endsWith('.mp4'))).toEqual(['720.mp4', '480.mp4']);
}, 120_000);

test('a process frozen while processing a video, which wakes up after another finished it, changes nothing and continues', async () => {
  await db.delete(jobs);
  await tools.hold();
  const before = (await pidsOf('begin')).length;
  const id = await upload();
  const frozen = await startServer();
  await begun(before + 1);
  frozen.process.kill('SIGSTOP');
  await db
    .update(jobs)
    .set({ leasedUntil: new Date(Date.now() - 1_000) })
    .where(eq(jobs.kind, 'process-file'));
  const other = await startServer();
  await begun(before + 2);
  await tools.letGo();
  await expect.poll(async () => (await jobNow()).doneAt, patient).not.toBeNull();
  const [file, job] = [await fileNow(id), await jobNow()];
  expect([file.state, job.attempts]).toEqual(['ready', 2]);
  other.process.kill('SIGTERM');
  await other.ended;

  frozen.process.kill('SIGCONT');
  // The process takes the next job as usual.
  const next = await upload();
  await expect.poll(async () => (await fileNow(next)).state, patient).toBe('ready');
  expect([await fileNow(id), (await db.select().from(jobs).where(eq(jobs.id, job.id)))[0]]).toEqual([
    file,
    job,
  ]);
  expect(await kept(id)).toEqual(['480.mp4', '720.mp4']);
  frozen.process.kill('SIGTERM');
  expect(await frozen.ended).toBe(0);
}, 120_000);
