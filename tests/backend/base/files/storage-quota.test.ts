import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { files, partUploads } from '#backend/db/schema/files.ts';
import { dropUnusedFile } from '#backend/domain/base/files/uploads.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { createDiskObjects } from '#backend/node/ports/objects.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend({ ports: { media: createMediaProcessor() } });
const { call, db, ports, settings, ctx, makeFan, makeCreator } = app;
const MB = 1024 * 1024;
const jpeg = new Uint8Array(
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer(),
);
await settings.set('fanUnusedMegabytes', 4);
await settings.set('creatorUnusedMegabytes', 8);
await settings.set('creatorStorageMegabytes', 12);

const sign = (token: string, megabytes: number) =>
  call('POST /uploads/sign', {
    token,
    body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: megabytes * MB },
  });
const begin = (token: string, megabytes: number) =>
  call('POST /uploads', {
    token,
    body: { fileName: 'a.mp4', fileType: 'video/mp4', fileSize: megabytes * MB },
  });
/** A stored file of an account, used by a welcome video or by nothing. */
async function store(ownerId: string, megabytes: number, type = 'video') {
  const id = ports.ids();
  const moment = ports.clock.now();
  await db.insert(files).values({
    id,
    ownerId,
    type,
    mime: 'video/mp4',
    bytes: megabytes * MB,
    storageKey: `files/${id}`,
    state: 'ready',
    createdAt: moment,
    updatedAt: moment,
  });
  return id;
}

describe('the storage of an account', () => {
  test('takes only so much that nothing uses, whichever way it is uploaded, also at once', async () => {
    const { id, token } = await makeFan();
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((each) => (each % 2 ? sign(token, 1) : begin(token, 1))),
    );
    expect(all.filter(({ status }) => status < 300)).toHaveLength(4);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
    const refused = await sign(token, 1);
    expect(refused.problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('can take up to 4 MB. Publish or send some first'),
    });
    // After a day it is deleted, and there is room again.
    ports.clock.move('24h');
    const { token: later } = await app.openSession(id);
    expect((await sign(later, 1)).status).toBeLessThan(300);
  });

  test('counts files that nothing uses for a day, and what is used in all', async () => {
    const creator = await makeCreator();
    const { token } = creator;
    const unused = await store(creator.id, 8);
    expect((await sign(token, 1)).status).toBe(409);
    await dropUnusedFile(ctx, unused);
    expect((await sign(token, 1)).status).toBeLessThan(300);
    await db.delete(partUploads).where(eq(partUploads.ownerId, creator.id));
    await store(creator.id, 11);
    await db
      .update(files)
      .set({ createdAt: new Date(ports.clock.now().getTime() - 2 * 86_400_000) })
      .where(eq(files.ownerId, creator.id));
    expect((await sign(token, 1)).status).toBeLessThan(300);
    expect((await sign(token, 1)).problem).toMatchObject({
      status: 409,
      message: 'Your storage is full: your files can take up to 12 MB. Delete some, then try again.',
    });
  });

  test('refuses a file sent with the call, and leaves nothing of it; a stored one releases its reservation', async () => {
    const creator = await makeCreator();
    const form = () => {
      const data = new FormData();
      data.set('file', new File([jpeg], 'a.jpg', { type: 'image/jpeg' }));
      return data;
    };
    const send = () =>
      call('POST /performer/feeds/photo/upload', { token: creator.token, body: {}, form: form() });
    expect((await send()).status).toBe(201);
    expect(await db.$count(partUploads, eq(partUploads.ownerId, creator.id))).toBe(0);
    await store(creator.id, 8);
    const before = await db.$count(files, eq(files.ownerId, creator.id));
    expect((await send()).status).toBe(409);
    expect(await db.$count(files, eq(files.ownerId, creator.id))).toBe(before);
    expect(await db.$count(partUploads, eq(partUploads.ownerId, creator.id))).toBe(0);
  });
});

describe('the disk', () => {
  const folder = mkdtemp(join(tmpdir(), 'objects-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  const streamed = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(100_000));
        controller.close();
      },
    });

  test('keeps a reserve that files can’t use; small ones, such as probes, are taken', async () => {
    let reserve = Number.MAX_SAFE_INTEGER;
    const objects = createDiskObjects(await folder, () => Promise.resolve(reserve));
    for (const body of [new Uint8Array(100_000), streamed()])
      await expect(objects.put('a/b.mp4', body, 'video/mp4')).rejects.toMatchObject({
        status: 507,
        code: 'storage_full',
      });
    expect(await objects.get('a/b.mp4')).toBeNull();
    await objects.put('a/c.mp4', new Uint8Array(1), 'video/mp4');
    reserve = 0;
    await objects.put('a/b.mp4', streamed(), 'video/mp4');
    expect((await objects.get('a/b.mp4'))?.total).toBe(100_000);
  });
});
