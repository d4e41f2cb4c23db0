import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDiskObjects } from '#backend/node/ports/objects.ts';
import type { ObjectStore } from '#backend/ports/ports.ts';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-objects-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = (value: string) => new TextEncoder().encode(value);
async function read(store: ObjectStore, ...[key, range]: Parameters<ObjectStore['get']>) {
  const object = await store.get(key, range);
  return (
    object && {
      text: await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).text(),
      bytes: object.bytes,
      total: object.total,
      mime: object.mime,
    }
  );
}

describe.each([
  ['on disk', () => createDiskObjects(folder)],
  ['in memory', createMemoryObjects],
] as const)('objects %s', (_, create) => {
  const store: ObjectStore = create();

  test('are read back whole and in part, until removed', async () => {
    await store.put('files/a/640.webp', text('0123456789'), 'image/webp');
    expect(await read(store, 'files/a/640.webp')).toEqual({
      text: '0123456789',
      bytes: 10,
      total: 10,
      mime: 'image/webp',
    });
    expect(await read(store, 'files/a/640.webp', { start: 2, end: 4 })).toMatchObject({
      text: '234',
      bytes: 3,
      total: 10,
    });
    expect(await read(store, 'files/a/640.webp', { start: 8 })).toMatchObject({ text: '89', bytes: 2 });
    expect(await read(store, 'files/a/640.webp', { start: 8, end: 99 })).toMatchObject({
      text: '89',
      bytes: 2,
    });
    expect(await read(store, 'files/a/640.webp', { start: 10 })).toMatchObject({
      text: '',
      bytes: 0,
      total: 10,
    });
    await store.put('files/a/640.webp', text('new'), 'image/webp');
    expect(await read(store, 'files/a/640.webp')).toMatchObject({ text: 'new' });
    await store.remove('files/a/640.webp');
    await store.remove('files/a/640.webp');
    expect(await store.get('files/a/640.webp')).toBeNull();
    expect(await store.get('files/a')).toBeNull();
  });

  test('are also available as streams; one that fails leaves nothing', async () => {
    await store.put('uploads/b/1.mp4', new Blob(['abc', 'def']).stream(), 'video/mp4');
    expect(await read(store, 'uploads/b/1.mp4')).toMatchObject({ text: 'abcdef', mime: 'video/mp4' });
    const failing = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(text('half'));
        controller.error(new Error('the line was cut'));
      },
    });
    await expect(store.put('uploads/b/2.mp4', failing, 'video/mp4')).rejects.toThrow('the line was cut');
    expect(await store.get('uploads/b/2.mp4')).toBeNull();
  });
});

test('the disk keeps no unfinished files, and no key escapes its folder', async () => {
  const store = createDiskObjects(join(folder, 'inner'));
  await store.put('files/c/320.webp', text('x'), 'image/webp');
  expect(await readdir(join(folder, 'inner', 'files', 'c'))).toEqual(['320.webp']);
  expect((await readdir(join(folder, 'uploads', 'b'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  for (const key of [
    '../out.webp',
    'files/../../out.webp',
    '/etc/passwd',
    'files//x.webp',
    'files/.hidden',
    'files/a\0b',
    '',
  ]) {
    await expect(store.put(key, text('x'), 'image/webp')).rejects.toThrow(/not an object key/);
    await expect(store.get(key)).rejects.toThrow(/not an object key/);
  }
});
