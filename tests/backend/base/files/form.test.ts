import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { files } from '#backend/db/schema/files.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { temporaryFiles } from '#backend/domain/base/files/temporary-uploads.ts';
import { storeUpload } from '#backend/domain/base/files/uploads.ts';
import { readForm } from '#backend/http/form.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();
const { db, ports, makeCreator, ctxOf, backend } = app;
const megabyte = 1024 * 1024;
const rule = {
  maxBytes: 64 * megabyte,
  fields: { file: { kind: 'video', max: 1, required: true }, poster: { kind: 'image', max: 2 } },
} as const;
const mp4 = (size: number) => {
  const bytes = new Uint8Array(size);
  bytes.set([0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42')]);
  bytes[size - 1] = 7;
  return bytes;
};
function sent(fields: Record<string, string | Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat())
      form.append(name, typeof one === 'string' ? one : new File([one], 'a.bin'));
  const response = new Response(form);
  async function* body() {
    const bytes = new Uint8Array(await response.arrayBuffer());
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  return { type: response.headers.get('content-type'), body: body() };
}
const read = async (fields: Parameters<typeof sent>[0], temporary = temporaryFiles(ctxOf(null))) =>
  readForm(rule, sent(fields), temporary);
const asideKeys = () => ports.objects.keys().filter((key) => key.startsWith('temporary/'));

test("a short file stays in memory, a long one waits in the store and becomes the file's own once it is saved; a long image stays in memory", async () => {
  const creator = await makeCreator();
  const ctx = ctxOf(creator.viewer);
  const temporary = temporaryFiles(ctx);
  const {
    body,
    files: [short, picture],
  } = await read({ alt: 'Words', file: mp4(1000), poster: new Uint8Array(2 * megabyte) }, temporary);
  expect([body, short?.key, short?.size, picture?.key, picture?.size]).toEqual([
    { alt: 'Words' },
    null,
    1000,
    null,
    2 * megabyte,
  ]);
  const {
    files: [long],
  } = await read({ file: mp4(5 * megabyte) }, temporary);
  expect([long?.size, long?.key]).toEqual([5 * megabyte, asideKeys()[0]]);
  expect((await long!.bytes()).at(-1)).toBe(7);
  const row = await storeUpload(ctx, { type: 'feed-video', kind: 'video', fields: {}, file: long });
  await temporary.clear();
  expect(asideKeys()).toEqual([]);
  const kept = await ports.objects.get(`files/${row.id}/original.mp4`);
  expect([kept?.total, row.bytes, row.mime]).toEqual([5 * megabyte, 5 * megabyte, 'video/mp4']);
});

test('what a process left behind is deleted after a day', async () => {
  await read({ file: mp4(3 * megabyte) });
  expect(asideKeys()).toHaveLength(1);
  ports.clock.move('1d');
  await backend.runJobs();
  expect(asideKeys()).toEqual([]);
});

describe('rejected, and nothing is stored:', () => {
  test.each([
    ['a field nobody knows', { other: mp4(3 * megabyte) }, 422, 'other'],
    ['one too many', { file: [mp4(50), mp4(3 * megabyte)] }, 422, 'file'],
    ['none', { alt: 'x' }, 422, 'file'],
    ['an empty one', { file: new Uint8Array() }, 422, 'file'],
    ['a novel instead of words', { alt: 'x'.repeat(70_000), file: mp4(50) }, 413, undefined],
  ])('%s', async (_, fields, ...[status, field]) => {
    const before = await db.select().from(jobs).where(eq(jobs.kind, 'remove-objects'));
    await expect(read(fields as never)).rejects.toMatchObject({
      status,
      ...(field ? { errors: [{ field }] } : {}),
    });
    expect([
      asideKeys(),
      (await db.select().from(jobs).where(eq(jobs.kind, 'remove-objects'))).length,
    ]).toEqual([[], before.length]);
  });

  test('one that breaks off', async () => {
    const { type, body } = sent({ file: mp4(4 * megabyte) });
    async function* broken() {
      let size = 0;
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > 3 * megabyte) throw new Error('connection lost');
        yield chunk;
      }
    }
    await expect(readForm(rule, { type, body: broken() }, temporaryFiles(ctxOf(null)))).rejects.toThrow(
      'connection lost',
    );
    expect(asideKeys()).toEqual([]);
    expect(await db.select().from(files).where(eq(files.type, 'video'))).toEqual([]);
  });
});
