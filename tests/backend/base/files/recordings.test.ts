import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { storeUpload } from '#backend/domain/base/files/uploads.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();
const { db, ports, raw, ok, makeCreator, makeFan, backend, ctxOf } = app;

/** Bytes that a file of each kind starts with. */
const beginnings = {
  mp4: [0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42')],
  mov: [0, 0, 0, 20, ...Buffer.from('ftypqt  \0\0\0\0qt  ')],
  webm: [0x1a, 0x45, 0xdf, 0xa3, 0x93, ...Buffer.from('BxxxBxxxx'), 0x42, 0x82, 0x84, ...Buffer.from('webm')],
  mp3: [...Buffer.from('ID3\x04')],
  m4a: [0, 0, 0, 24, ...Buffer.from('ftypM4A \0\0\0\0M4A mp42')],
  ogg: [...Buffer.from('OggS')],
  wav: [...Buffer.from('RIFF\0\0\0\0WAVE')],
  pdf: [...Buffer.from('%PDF-1.7')],
  zip: [0x50, 0x4b, 3, 4, 0, 0],
  svg: [...Buffer.from('<svg xmlns="x"/>')],
  html: [...Buffer.from('<!doctype html>'.padEnd(200))],
  mkv: [
    0x1a,
    0x45,
    0xdf,
    0xa3,
    0x93,
    ...Buffer.from('BxxxBxxxx'),
    0x42,
    0x82,
    0x88,
    ...Buffer.from('matroska'),
  ],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};
type Beginning = keyof typeof beginnings;
const bytesOf = (what: Beginning) =>
  new Uint8Array([...beginnings[what], ...(what === 'html' ? [] : new Uint8Array(100))]);
const uploadedFile = (what: Beginning, name = `A clip.${what}`) => {
  const bytes = bytesOf(what);
  return {
    field: 'file',
    name,
    mime: 'text/html',
    size: bytes.byteLength,
    head: bytes,
    key: null,
    bytes: async () => bytes,
  };
};

test.each([
  ['video', 'mp4', 'video/mp4'],
  ['video', 'mov', 'video/quicktime'],
  ['video', 'webm', 'video/webm'],
  ['audio', 'mp3', 'audio/mpeg'],
  ['audio', 'm4a', 'audio/mp4'],
  ['audio', 'mp4', 'audio/mp4'],
  ['audio', 'webm', 'audio/webm'],
  ['audio', 'ogg', 'audio/ogg'],
  ['audio', 'wav', 'audio/wav'],
] as const)('%s: %s is detected as %s, whatever its name', async (kind, what, mime) => {
  const creator = await makeCreator();
  const row = await storeUpload(ctxOf(creator.viewer), {
    type: kind === 'video' ? 'feed-video' : 'feed-audio',
    kind,
    fields: {},
    file: uploadedFile(what),
  });
  expect(row).toMatchObject({ state: 'queued', mime, bytes: bytesOf(what).byteLength });
  await backend.runJobs();
  const view = await ok('GET /files/:id/status', { token: creator.token, params: { id: row.id } });
  expect(view).toMatchObject({
    state: 'ready',
    percent: 100,
    asUploaded: true,
    sources: [{ kind: 'original', mime }],
  });
  expect(
    ports.transport
      .of('file/state', `account:${creator.id}`)
      .filter(({ payload }) => payload.fileId === row.id)
      .map(({ payload }) => payload.state),
  ).toEqual(['processing', 'ready']);
});

test.each([
  ['video', 'png'],
  ['video', 'pdf'],
  ['video', 'html'],
  ['audio', 'html'],
  ['audio', 'pdf'],
  ['document', 'mkv'],
  ['document', 'svg'],
  ['document', 'html'],
] as const)('%s: %s is rejected and leaves nothing behind', async (kind, what) => {
  const creator = await makeCreator();
  const before = ports.objects.keys().length;
  await expect(
    storeUpload(ctxOf(creator.viewer), { type: 'video', kind, fields: {}, file: uploadedFile(what) }),
  ).rejects.toMatchObject({ status: 422, code: 'unsupported_file' });
  expect([
    ports.objects.keys().length,
    await db.select().from(files).where(eq(files.ownerId, creator.id)),
  ]).toEqual([before, []]);
});

test.each([
  ['video', 'mkv', 'video/x-unknown'],
  ['video', 'mp3', 'video/x-unknown'],
  ['audio', 'mkv', 'audio/x-unknown'],
  ['audio', 'mov', 'audio/mp4'],
] as const)('%s: whether %s can be used is left to processing', async (kind, what, mime) => {
  const creator = await makeCreator();
  const type = kind === 'video' ? 'feed-video' : 'feed-audio';
  const row = await storeUpload(ctxOf(creator.viewer), { type, kind, fields: {}, file: uploadedFile(what) });
  expect(row).toMatchObject({ state: 'queued', mime });
});

test.each(['pdf', 'zip', 'png', 'mp4', 'mp3'] as const)(
  'a file for sale may be a %s, is ready at once and keeps a safe name',
  async (what) => {
    const creator = await makeCreator();
    const row = await storeUpload(ctxOf(creator.viewer), {
      type: 'product-file',
      kind: 'document',
      fields: {},
      file: uploadedFile(what, '../../My "pattern"\r\n<b>.php.exe'),
    });
    expect(row).toMatchObject({
      state: 'ready',
      percent: 100,
      originalName: expect.stringMatching(/^My pattern b \.php\.[a-z0-9]+$/),
    });
  },
);

test('a file for sale from cloud storage keeps the name its owner’s device gave it, made safe', async () => {
  const creator = await makeCreator();
  const filename = '1774000000000.pdf';
  await ports.objects.put(`uploads/${creator.id}/${filename}`, bytesOf('pdf'), 'application/pdf');
  const { _id } = await ok('POST /files', {
    token: creator.token,
    body: {
      type: 'product-file',
      filename,
      path: `/media/upload/uploads/${creator.id}/${filename}`,
      originalName: '..\\Glasur Übersicht.pdf.exe',
    },
  });
  const [row] = await db.select().from(files).where(eq(files.id, _id));
  expect(row?.originalName).toBe('Glasur Übersicht.pdf.pdf');
});

test('a polyglot file is only ever served as its detected type, and as a download', async () => {
  const creator = await makeCreator();
  const script = Buffer.from('<html><script>alert(1)</script><svg onload="alert(2)">PK\u0003\u0004');
  for (const [what, type] of [
    ['pdf', 'application/octet-stream'],
    ['zip', 'application/octet-stream'],
    ['png', 'image/png'],
    ['mp4', 'video/mp4'],
  ] as const) {
    const bytes = new Uint8Array([...bytesOf(what), ...script]);
    const file = {
      ...uploadedFile(what, 'x.html'),
      size: bytes.length,
      head: bytes,
      bytes: async () => bytes,
    };
    const row = await storeUpload(ctxOf(creator.viewer), {
      type: 'product-file',
      kind: 'document',
      fields: {},
      file,
    });
    const view = await ok('GET /files/:id/status', { token: creator.token, params: { id: row.id } });
    const address = view.url ?? view.sizes[0]?.url ?? '';
    const { headers } = await backend.fetch(
      new Request(`https://limelight.test${address}`, { headers: { authorization: creator.token } }),
      { ip: '203.0.113.1' },
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    if (type === 'application/octet-stream') expect(headers.get('content-disposition')).toBe('attachment');
    expect(address).not.toContain('html');
  }
});

describe('from cloud storage', () => {
  test('a video becomes a file, and the uploaded object is deleted', async () => {
    const creator = await makeCreator();
    const signed = await ok('POST /uploads/sign', {
      token: creator.token,
      body: { fileName: 'clip.mp4', fileType: 'video/mp4' },
    });
    await ports.objects.put(signed.path, bytesOf('mp4'), 'video/mp4');
    const view = await ok('POST /files', {
      token: creator.token,
      body: { type: 'video', filename: signed.filename, path: signed.path, customData: '{"row":1}' },
    });
    expect(view).toMatchObject({ type: 'video', state: 'queued', percent: 0, sources: [], url: null });
    await backend.runJobs();
    expect(ports.objects.keys()).not.toContain(signed.path);
    expect(ports.objects.keys()).toContain(`files/${view._id}/original.mp4`);
  });

  test('fans can create files only for messages', async () => {
    const fan = await makeFan();
    expect(
      (
        await raw('POST /files', {
          token: fan.token,
          body: { type: 'video', filename: '1795000000123.mp4', path: 'x' },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await raw('POST /files', {
          token: fan.token,
          body: { type: 'message-video', filename: '1795000000123.mp4', path: 'x' },
        })
      ).problem.errors?.[0]?.field,
    ).toBe('path');
    expect(
      (
        await raw('POST /files', {
          token: fan.token,
          body: { type: 'avatar', filename: '1795000000123.mp4', path: 'x' },
        })
      ).status,
    ).toBe(422);
  });
});
