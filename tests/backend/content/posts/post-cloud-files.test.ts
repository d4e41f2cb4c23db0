import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { backend, ports, call, ok, makeCreator } = app;

type Body = CallInput<'POST /performer/feeds'>['body'];
const jpeg = new Uint8Array(
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a8' } })
    .jpeg()
    .toBuffer(),
);
const create = (who: Person, body: Body) => call('POST /performer/feeds', { token: who.token, body });

/** An object uploaded to cloud storage through a signed URL; returns its reference. */
async function inCloud(who: Person): Promise<{ filename: string; path: string }> {
  const { filename, path } = await ok('POST /uploads/sign', {
    token: who.token,
    body: { fileName: 'Holiday.JPG', fileType: 'image/jpeg' },
  });
  await ports.objects.put(path, jpeg, 'image/jpeg');
  ports.clock.move('1s');
  return { filename, path };
}

describe('a photo feed by filename and path', () => {
  test('is published with the photo, and the object is deleted', async () => {
    const creator = await makeCreator();
    const object = await inCloud(creator);
    const reply = await create(creator, { type: 'photo', text: 'By the sea', audience: 'public', ...object });
    expect([reply.status, reply.data]).toMatchObject([
      201,
      { type: 'photo', state: 'published', files: [{ state: 'ready' }], media: { photos: 1 } },
    ]);
    expect((await ok('GET /user/feeds/:id', { params: { id: reply.data._id } })).files).toHaveLength(1);
    await backend.runJobs();
    expect(ports.objects.keys()).not.toContain(object.path);
  });

  test('comes after the files given by id', async () => {
    const creator = await makeCreator();
    const first = await ok('POST /files', {
      token: creator.token,
      body: { type: 'feed-photo', ...(await inCloud(creator)) },
    });
    const post = await ok('POST /performer/feeds', {
      token: creator.token,
      body: { type: 'photo', fileIds: [first._id], ...(await inCloud(creator)) },
    });
    expect(post.files.map(({ _id }) => _id)[0]).toBe(first._id);
    expect(post.files).toHaveLength(2);
  });

  test.each<[string, Body, string]>([
    ['a name without a path', { type: 'photo', filename: '1795000000123.jpg' }, 'file'],
    ['a path without a name', { type: 'photo', path: 'uploads/x/1795000000123.jpg' }, 'file'],
    [
      'what was never put there',
      { type: 'photo', filename: '1795000000123.jpg', path: 'uploads/x/1795000000123.jpg' },
      'path',
    ],
    [
      'a post of words',
      { type: 'text', text: 'a', filename: '1795000000123.jpg', path: 'uploads/x/1795000000123.jpg' },
      'path',
    ],
  ])('rejects %s and writes nothing', async (_, body, field) => {
    const creator = await makeCreator();
    const { status, problem } = await create(creator, body);
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field]);
    expect((await ok('GET /performer/feeds', { token: creator.token, query: {} })).total).toBe(0);
  });

  test("another person's object doesn't exist; a rejection leaves your own in place", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const object = await inCloud(other);
    expect((await create(creator, { type: 'photo', ...object })).status).toBe(422);
    const tooMany = {
      type: 'photo',
      fileIds: Array.from({ length: 10 }, () => ports.ids()),
      ...object,
    } as const;
    expect((await create(other, tooMany)).status).toBe(422);
    expect((await create(other, { type: 'photo', ...object })).status).toBe(201);
  });
});
