import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend({ ports: { media: createMediaProcessor() } });
const { db, ports, raw, call, ok, makeFan, makeCreator, backend } = app;

const jpeg = new Uint8Array(
  await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer(),
);
const formOf = (bytes: Uint8Array<ArrayBuffer>, name = 'photo.jpg', type = 'image/jpeg') => {
  const form = new FormData();
  form.set('file', new File([bytes], name, { type }));
  return form;
};
const upload = (who: Person, form: FormData, body = {}) =>
  call('POST /performer/feeds/photo/upload', { token: who.token, form, body });
const text = (value: string) => new TextEncoder().encode(value);
const objects = (fileId: string) => ports.objects.keys().filter((key) => key.startsWith(`files/${fileId}/`));

describe('a photo for a post', () => {
  test('is processed before the reply: sizes, placeholder, alt text; nothing of its name', async () => {
    const creator = await makeCreator();
    const {
      status,
      data,
      text: reply,
    } = await upload(creator, formOf(jpeg, '../../evil "name".php.jpg'), {
      alt: ' A red wall ',
      customData: '{"row":3}',
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      type: 'feed-photo',
      mime: 'image/webp',
      state: 'ready',
      percent: 100,
      width: 900,
      height: 600,
      alt: 'A red wall',
      reason: null,
    });
    expect(data.sizes.map(({ width, height }) => [width, height])).toEqual([
      [320, 213],
      [640, 427],
      [900, 600],
    ]);
    expect(data.url).toBe(data.sizes.at(-1)!.url);
    expect(data.placeholder).toMatch(/^[A-Za-z0-9+/=]{20,40}$/);
    expect(reply).not.toContain('evil');
    expect(objects(data._id).sort((a, b) => a.localeCompare(b))).toEqual(
      ['1280.webp', '320.webp', '640.webp', 'blur.webp'].map((name) => `files/${data._id}/${name}`),
    );
    const [row] = await db.select().from(files).where(eq(files.id, data._id));
    expect(row).toMatchObject({ ownerId: creator.id, customData: '{"row":3}', alt: 'A red wall' });
    expect(JSON.stringify(row)).not.toContain('evil');
    const shown = await backend.fetch(
      new Request(`https://limelight.test${data.url}`, { headers: { cookie: `token=${creator.token}` } }),
      { ip: '203.0.113.1' },
    );
    expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(900);
  });

  test.each([
    [
      'an SVG that calls itself a JPEG',
      text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      422,
      'unsupported_file',
    ],
    ['a web page', text('<!doctype html><script>alert(1)</script>'), 422, 'unsupported_file'],
    ['nothing', new Uint8Array(), 422, 'invalid_input'],
    ['too many bytes', new Uint8Array(26 * 1024 * 1024), 413, 'too_large'],
  ])('%s is rejected and leaves nothing behind', async (_, bytes, ...expected) => {
    const creator = await makeCreator();
    const before = ports.objects.keys().length;
    const { status, problem } = await upload(creator, formOf(bytes));
    expect([status, problem.code]).toEqual(expected);
    expect(ports.objects.keys().length).toBe(before);
    expect(await db.select().from(files).where(eq(files.ownerId, creator.id))).toEqual([]);
  });

  test('requires a creator, one file under its field name, known fields', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    expect((await raw('POST /performer/feeds/photo/upload', { form: formOf(jpeg) })).status).toBe(401);
    expect((await upload(fan, formOf(jpeg))).status).toBe(403);
    expect((await upload(creator, new FormData())).problem.errors?.[0]?.field).toBe('file');
    const two = formOf(jpeg);
    two.append('file', new File([jpeg], 'two.jpg'));
    expect((await upload(creator, two)).status).toBe(422);
    const other = new FormData();
    other.set('picture', new File([jpeg], 'x.jpg'));
    expect((await upload(creator, other)).status).toBe(422);
    expect(
      (
        await raw('POST /performer/feeds/photo/upload', {
          token: creator.token,
          form: formOf(jpeg),
          body: { ownerId: fan.id },
        })
      ).status,
    ).toBe(422);
    expect(
      (await raw('POST /performer/feeds/photo/upload', { token: creator.token, body: { alt: 'x' } })).status,
    ).toBe(422);
  });

  test('that no post uses is deleted after a day; one in a post stays', async () => {
    const creator = await makeCreator();
    const [used, unused] = [
      (await upload(creator, formOf(jpeg))).data._id,
      (await upload(creator, formOf(jpeg))).data._id,
    ];
    await ok('POST /performer/feeds', { token: creator.token, body: { type: 'photo', fileIds: [used] } });
    await backend.runJobs();
    expect(objects(unused)).toHaveLength(4);
    ports.clock.move('1d');
    await backend.runJobs();
    await backend.runJobs();
    expect([objects(used).length, objects(unused).length]).toEqual([4, 0]);
    expect(await db.select().from(files).where(eq(files.id, unused))).toEqual([]);
  });

  test('when the store is full, nothing is kept and the person is told', async () => {
    const creator = await makeCreator();
    const put = ports.objects.put.bind(ports.objects);
    let left = 2;
    ports.objects.put = async (key, body, mime) => {
      left -= 1;
      if (left < 0) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      await put(key, body, mime);
    };
    const before = ports.objects.keys().length;
    const { status } = await upload(creator, formOf(jpeg));
    ports.objects.put = put;
    expect(status).toBe(500);
    expect(ports.objects.keys().length).toBe(before);
    expect(await db.select().from(files).where(eq(files.ownerId, creator.id))).toEqual([]);
  });

  test('that moves has one frame for those who want nothing to move by itself', async () => {
    const creator = await makeCreator();
    const frame = (background: string) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const gif = new Uint8Array(
      await sharp([await frame('#c04020'), await frame('#2040c0')], { join: { animated: true } })
        .gif({ delay: [100, 100] })
        .toBuffer(),
    );
    const { data } = await upload(creator, formOf(gif, 'wheel.gif', 'image/gif'));
    expect(data.sizes.map(({ width, still }) => [width, still])).toEqual([
      [320, expect.stringContaining('/still.webp?')],
      [400, data.sizes[0]!.still],
    ]);
    const still = await ports.objects.get(`files/${data._id}/still.webp`);
    const bytes = await new Response(still!.body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
    const { pages, width } = await sharp(bytes).metadata();
    expect([pages ?? 1, width]).toEqual([1, 400]);
    const { data: photo } = await upload(creator, formOf(jpeg));
    expect(photo.sizes.every(({ still }) => still === undefined)).toBe(true);
  });
});

describe('through cloud storage', () => {
  const sign = (who: Person, fileName = 'Holiday.JPG', fileType = 'image/jpeg') =>
    raw<{ url: string; filename: string; path: string; maxBytes: number }>('POST /uploads/sign', {
      token: who.token,
      body: { fileName, fileType },
    });
  const put = async (
    url: string,
    body: BodyInit,
    headers: Record<string, string> = { 'content-type': 'image/jpeg' },
  ) =>
    (
      await backend.fetch(
        new Request(new URL(url, 'https://limelight.test'), { method: 'PUT', body, headers }),
        { ip: '203.0.113.1' },
      )
    ).status;

  test('the name is a timestamp and the lowercase extension; a name that already has this form is kept', async () => {
    const creator = await makeCreator();
    expect((await sign(creator)).data.filename).toBe(`${ports.clock.now().getTime()}.jpg`);
    expect((await sign(creator, '1795000000123.jpeg')).data).toMatchObject({
      filename: '1795000000123.jpeg',
      path: `uploads/${creator.id}/1795000000123.jpeg`,
    });
    for (const name of ['../../etc/passwd.jpg', 'a/b\\c.jpg', '\u0000.jpg', `${'x'.repeat(200)}.jpg`])
      expect((await sign(creator, name)).data.filename).toMatch(/^\d{13}\.jpg$/);
  });

  test("a type that doesn't match the name, or one we don't accept, is rejected; so is a visitor", async () => {
    const creator = await makeCreator();
    for (const [name, type] of [
      ['x.svg', 'image/svg+xml'],
      ['x.html', 'text/html'],
      ['x.exe', 'image/jpeg'],
      ['x.png', 'image/jpeg'],
      ['jpg', 'image/jpeg'],
      ['', 'image/jpeg'],
    ]) {
      expect((await sign(creator, name, type)).status).toBe(422);
    }
    expect(
      (await raw('POST /uploads/sign', { body: { fileName: 'x.jpg', fileType: 'image/jpeg' } })).status,
    ).toBe(401);
  });

  test('an uploaded object becomes a photo, once', async () => {
    const creator = await makeCreator();
    const { url, filename, path } = (await sign(creator)).data;
    expect(await put(url, jpeg)).toBe(204);
    // Clients may refer to the object by the path of its signed URL.
    const { status, data } = await upload(creator, new FormData(), {
      filename,
      path: new URL(url, 'https://limelight.test').pathname.slice(1),
      alt: 'By the sea',
    });
    expect([status, data.state, data.alt]).toEqual([201, 'ready', 'By the sea']);
    await backend.runJobs();
    expect(ports.objects.keys()).not.toContain(path);
    expect((await upload(creator, new FormData(), { filename, path })).problem.errors?.[0]?.field).toBe(
      'path',
    );
  });

  test("another person's upload doesn't exist, nor do paths of any other kind", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const { url, filename, path } = (await sign(other)).data;
    await put(url, jpeg);
    const photo = (await upload(other, formOf(jpeg))).data._id;
    const tries = [
      { filename, path },
      { filename, path: `uploads/${creator.id}/${filename}` },
      { filename: '../../x.jpg', path: 'uploads/../../x.jpg' },
      { filename: '640.webp', path: `files/${photo}/640.webp` },
    ];
    for (const fields of tries) expect((await upload(creator, new FormData(), fields)).status).toBe(422);
    expect((await upload(other, formOf(jpeg), { filename, path })).status).toBe(422);
    expect((await upload(other, new FormData(), { filename })).status).toBe(422);
  });

  test('the URL fixes key, type, length and time', async () => {
    const creator = await makeCreator();
    const { url, path, maxBytes } = (await sign(creator)).data;
    const changed = (name: string, value: string) => {
      const copy = new URL(url, 'https://limelight.test');
      copy.searchParams.set(name, value);
      return copy.href;
    };
    expect(await put(url.replace('.jpg', '.png'), jpeg)).toBe(404);
    expect(await put(url.replace(creator.id, (await makeFan()).id), jpeg)).toBe(404);
    expect(await put(changed('t', 'text/html'), jpeg, { 'content-type': 'text/html' })).toBe(404);
    expect(await put(changed('m', '99999999999'), jpeg)).toBe(404);
    expect(await put(changed('e', '9999999999'), jpeg)).toBe(404);
    expect(await put(url, jpeg, { 'content-type': 'text/html' })).toBe(422);
    expect(await put(url, jpeg, {})).toBe(422);
    expect(maxBytes).toBe(25 * 1024 * 1024);
    const infiniteListOf = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
    });
    const tooMuch = new Request(new URL(url, 'https://limelight.test'), {
      method: 'PUT',
      body: infiniteListOf as BodyInit,
      headers: { 'content-type': 'image/jpeg' },
      duplex: 'half',
    } as RequestInit);
    expect((await backend.fetch(tooMuch, { ip: '203.0.113.1' })).status).toBe(413);
    expect(ports.objects.keys()).not.toContain(path);
    ports.clock.move('15m');
    expect(await put(url, jpeg)).toBe(404);
  });

  test('one with a given length accepts nothing longer and nothing shorter', async () => {
    const creator = await makeCreator();
    const signOf = (fileSize: number) =>
      raw<{ url: string; path: string; maxBytes: number }>('POST /uploads/sign', {
        token: creator.token,
        body: { fileName: 'a.jpg', fileType: 'image/jpeg', fileSize },
      });
    const { url, path, maxBytes } = (await signOf(jpeg.length)).data;
    expect(maxBytes).toBe(jpeg.length);
    expect(await put(url, jpeg.slice(1))).toBe(422);
    expect(await put(url, new Uint8Array([...jpeg, 0]))).toBe(413);
    expect(await put(url.replace('&x=1', ''), jpeg.slice(1))).toBe(404);
    expect(ports.objects.keys()).not.toContain(path);
    expect(await put(url, jpeg)).toBe(204);
    expect([(await signOf(0)).status, (await signOf(26 * 1024 * 1024)).status]).toEqual([422, 413]);
  });

  test('an unused upload is deleted after a day', async () => {
    const creator = await makeCreator();
    const { url, path } = (await sign(creator)).data;
    await put(url, jpeg);
    ports.clock.move('1d');
    await backend.runJobs();
    expect(ports.objects.keys()).not.toContain(path);
  });
});
