import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ports, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, subscribe } = postsIn(app);
const ask = askOf(app.backend);
const largestOf = async (who: Person, feedId: string) =>
  (await ok('GET /user/feeds/:id', { token: who.token, params: { id: feedId } })).files[0]!.url!;

describe('a file', async () => {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  await subscribe(fan.id, creator.id);
  const file = await makeFile(creator.id);
  const post = await makePost(creator.id, { audience: 'subscribers' }, [file]);
  const address = await largestOf(fan, post);
  const blurred = (await ok('GET /user/feeds/:id', { token: other.token, params: { id: post } })).files[0]!
    .thumbnails[0]!.url;

  test('opens for the account it was signed for, by header or cookie', async () => {
    for (const asking of [
      { token: fan.token },
      { token: `Bearer ${fan.token}` },
      { cookie: `theme=dark; token=${fan.token}` },
      { cookie: `token=${encodeURIComponent(fan.token)}; a=b` },
    ]) {
      expect(await ask(address, asking)).toMatchObject({ status: 200, text: `640.webp of ${file}` });
    }
  });

  test("for anyone else, or an ended session, it is as if it didn't exist", async () => {
    const ended = await app.openSession(fan.id, -1);
    const missing = await ask('/media/f/nothing');
    for (const asking of [
      {},
      { token: other.token },
      { token: creator.token },
      { token: ended.token },
      { cookie: 'token=%E0%A4%A' },
      { cookie: `notoken=${fan.token}` },
    ]) {
      expect({
        status: (await ask(address, asking)).status,
        same: (await ask(address, asking)).text === missing.text,
      }).toEqual({ status: 404, same: true });
    }
  });

  test('no part of the URL can be changed', async () => {
    const url = new URL(address, 'https://limelight.test');
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return `${copy.pathname}${copy.search}`;
    };
    const e = Number(url.searchParams.get('e'));
    const tries = [
      changed((copy) => copy.searchParams.set('e', String(e + 3600))),
      changed((copy) => copy.searchParams.set('e', `${e}.0`)),
      changed((copy) => copy.searchParams.set('e', 'NaN')),
      changed((copy) => copy.searchParams.set('k', 'open')),
      changed((copy) => copy.searchParams.set('k', 'preview')),
      changed((copy) => copy.searchParams.set('k', 'all')),
      changed((copy) => copy.searchParams.set('s', 'AAAAAAAAAAAAAAAAAAAAAA')),
      changed((copy) => copy.searchParams.delete('s')),
      changed((copy) => {
        copy.pathname = copy.pathname.replace(file, post);
      }),
      url.pathname,
      `/media/${url.pathname.slice('/media/f/'.length)}`,
      `/media/files/${file}/640.webp`,
      `/media/f/${file}/..%2f..%2fsecret${url.search}`,
      `/media/f/${file}/640.webp/${url.search}`,
    ];
    for (const path of tries)
      expect({ path, status: (await ask(path, { token: fan.token })).status }).toEqual({ path, status: 404 });
  });

  test('the signature works for every size, and for no other name', async () => {
    expect((await ask(address.replace('640.webp', '320.webp'), { token: fan.token })).text).toBe(
      `320.webp of ${file}`,
    );
    expect((await ask(address.replace('640.webp', '2048.webp'), { token: fan.token })).status).toBe(404);
  });

  test('the blurred preview opens for anyone, and nothing else does', async () => {
    expect(blurred).toMatch(/blur\.webp\?k=preview/);
    expect(await ask(blurred)).toMatchObject({ status: 200, text: `blur.webp of ${file}` });
    for (const name of ['320.webp', '640.webp'])
      expect((await ask(blurred.replace('blur.webp', name), { token: other.token })).status).toBe(404);
  });

  test('URLs stay the same for an hour and expire within two', async () => {
    ports.clock.set('2026-03-04T10:00:00.000Z');
    const reader = await makeFan();
    await subscribe(reader.id, creator.id);
    const first = await largestOf(reader, post);
    ports.clock.move('59m');
    expect(await largestOf(reader, post)).toBe(first);
    ports.clock.move('2m');
    expect(await largestOf(reader, post)).not.toBe(first);
    expect((await ask(first, { token: reader.token })).status).toBe(200);
    ports.clock.move('59m');
    expect((await ask(first, { token: reader.token })).status).toBe(404);
  });
});

describe('a cover', () => {
  const put = (key: string, text: string) =>
    ports.objects.put(key, new TextEncoder().encode(text), 'image/webp');

  test('from before it had a medium size is there in its largest instead', async () => {
    const folder = `public/${ports.ids()}`;
    for (const width of [640, 1280]) await put(`${folder}/${width}.webp`, `${width}`);
    expect(await ask(`/media/${folder}/960.webp`)).toMatchObject({ status: 200, text: '1280' });
    expect((await ask(`/media/${folder}/320.webp`)).status).toBe(404);
    await put(`${folder}/960.webp`, '960');
    expect((await ask(`/media/${folder}/960.webp`)).text).toBe('960');
  });
});
