import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ports, ok, makeFan, makeCreator } = app;
const { makeFile, makePost } = postsIn(app);
const ask = askOf(app.backend);
const largestOf = async (who: Person, feedId: string) =>
  (await ok('GET /user/feeds/:id', { token: who.token, params: { id: feedId } })).files[0]!.url!;

describe('a response', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const file = await makeFile(creator.id);
  const post = await makePost(creator.id, {}, [file]);
  const text = `640.webp of ${file}`;
  const own = await largestOf(fan, post);
  const open = (await ok('GET /user/feeds/:id', { params: { id: post } })).files[0]!.url!;

  test("can't be interpreted as anything but an image, and states its cache lifetime", async () => {
    const { headers } = await ask(own, { token: fan.token });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(text.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
    });
    expect((await ask(open)).headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  });

  test('of an unknown kind of media is a download', async () => {
    const page = await makeFile(creator.id, {
      renditions: [{ name: 'source.html', width: 0, height: 0, mime: 'text/html', bytes: 4 }],
    });
    const { headers } = await ask(open.replace(file, page));
    expect(headers.get('content-type')).toMatch(/json/);
    const direct = await largestOf(creator, await makePost(creator.id, { type: 'video' }, [page]));
    const served = await ask(direct, { token: creator.token });
    expect([served.headers.get('content-type'), served.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'attachment',
    ]);
  });

  test.each([
    { range: 'bytes=0-3', status: 206, body: '640.', part: '0-3' },
    { range: 'bytes=4-', status: 206, body: text.slice(4), part: `4-${text.length - 1}` },
    { range: 'bytes=-5', status: 206, body: text.slice(-5), part: `${text.length - 5}-${text.length - 1}` },
    { range: 'bytes=40-9999', status: 206, body: text.slice(40), part: `40-${text.length - 1}` },
    { range: 'bytes=9999-', status: 416, body: '', part: '*' },
    { range: 'bytes=0-1,3-4', status: 200, body: text, part: null },
    { range: 'bytes=5-2', status: 200, body: text, part: null },
    { range: 'lines=1-2', status: 200, body: text, part: null },
  ])('range $range', async ({ range, status, body, part }) => {
    const answer = await ask(open, { headers: { range } });
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      part && `bytes ${part}/${text.length}`,
    ]);
    expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  test("HEAD has only headers; a cached file isn't sent again; a changed file is sent whole", async () => {
    const head = await ask(open, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(text.length),
    ]);
    const etag = head.headers.get('etag')!;
    expect((await ask(open, { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304);
    expect((await ask(open, { headers: { 'if-range': etag, range: 'bytes=0-1' } })).status).toBe(206);
    expect((await ask(open, { headers: { 'if-range': '"other"', range: 'bytes=0-1' } })).status).toBe(200);
    // Access is checked before the browser's cache validators.
    expect((await ask(own, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('other methods are rejected', async () => {
    for (const method of ['POST', 'DELETE', 'PATCH']) expect((await ask(open, { method })).status).toBe(405);
    expect((await ask(open, { method: 'PUT' })).status).toBe(404);
  });

  test('public images need no signature and never change', async () => {
    const key = `public/${ports.ids()}`;
    await ports.objects.put(`${key}/256.webp`, new TextEncoder().encode('a face'), 'image/webp');
    const { status, text: body, headers } = await ask(`/media/${key}/256.webp`);
    expect([status, body, headers.get('cache-control')]).toEqual([
      200,
      'a face',
      'public, max-age=31536000, immutable',
    ]);
    expect((await ask(`/media/${key}/../../secret`)).status).toBe(404);
  });
});
