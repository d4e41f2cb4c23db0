import { describe, expect, test } from 'vitest';
import type { StoredRendition } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { ports, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, subscribe } = postsIn(app);
const ask = askOf(app.backend);
const playlist = 'application/vnd.apple.mpegurl';
const rendition = (name: string, mime: string, height = 720): StoredRendition => ({
  name,
  width: (height * 16) / 9,
  height,
  mime,
  bytes: 4,
});
const renditions = [
  rendition('320.webp', 'image/webp', 180),
  rendition('blur.webp', 'image/webp', 180),
  rendition('hls.m3u8', playlist),
  rendition('720.mp4', 'video/mp4'),
  rendition('480.mp4', 'video/mp4', 480),
  rendition('720-hls.mp4', 'video/mp4'),
  rendition('720.m3u8', playlist),
  rendition('480-hls.mp4', 'video/mp4', 480),
  rendition('480.m3u8', playlist, 480),
];

async function film() {
  const creator = await makeCreator();
  const file = await makeFile(creator.id, {
    type: 'feed-video',
    mime: 'video/mp4',
    duration: 200,
    renditions,
  });
  const put = (name: string, text: string) =>
    ports.objects.put(`files/${file}/${name}`, new TextEncoder().encode(text), playlist);
  await put(
    'hls.m3u8',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720\n720.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\n480.m3u8\n',
  );
  for (const side of [720, 480])
    await put(
      `${side}.m3u8`,
      `#EXTM3U\n#EXT-X-MAP:URI="${side}-hls.mp4",BYTERANGE="10@0"\n#EXTINF:6,\n#EXT-X-BYTERANGE:4@10\n${side}-hls.mp4\n#EXT-X-ENDLIST\n`,
    );
  const post = await makePost(creator.id, { type: 'video', audience: 'subscribers' }, [file]);
  const fan = await makeFan();
  await subscribe(fan.id, creator.id);
  const {
    files: [view],
  } = await ok('GET /user/feeds/:id', { token: fan.token, params: { id: post } });
  return { creator, file, fan, post, view: view! };
}

describe('a long video', async () => {
  const { file, fan, post, view } = await film();
  const other = await makeFan();

  test("offers segments first, then files by size; files that the playlists name aren't offered", () => {
    expect(
      view.sources.map(({ kind, height, url }) => [kind, height, url.split('?')[0]!.split('/').at(-1)]),
    ).toEqual([
      ['hls', 720, 'hls.m3u8'],
      ['mp4', 720, '720.mp4'],
      ['mp4', 480, '480.mp4'],
    ]);
    expect(view.url).toMatch(/720\.mp4/);
  });

  /** Resolves every URL in a playlist as a player would. */
  const named = (text: string, base: string) =>
    [...text.matchAll(/^([^#\s].*)$|URI="([^"]+)"/gm)].map(([, line, uri]) => {
      const { pathname, search } = new URL(line ?? uri ?? '', `https://limelight.test${base}`);
      return pathname + search;
    });

  test('plays to its end, playlist by playlist, for those who may see it, and for nobody else at any step', async () => {
    const seen: string[] = [];
    const walk = async (address: string): Promise<void> => {
      seen.push(address);
      const { status, text, headers } = await ask(address, { token: fan.token });
      expect({ address, status }).toEqual({ address, status: 200 });
      for (const asking of [{}, { token: other.token }])
        expect((await ask(address, asking)).status).toBe(404);
      expect((await ask(address.split('?')[0]!, { token: fan.token })).status).toBe(404);
      if (!address.includes('.m3u8')) return;
      expect([
        headers.get('content-type'),
        headers.get('content-disposition'),
        headers.get('content-length'),
      ]).toEqual([playlist, 'inline', String(text.length)]);
      for (const next of named(text, address)) if (!seen.includes(next)) await walk(next);
    };
    await walk(view.sources[0]!.url);
    expect(new Set(seen.map((address) => address.split('?')[0]!.split('/').at(-1)))).toEqual(
      new Set(['480-hls.mp4', '480.m3u8', '720-hls.mp4', '720.m3u8', 'hls.m3u8']),
    );
  });

  test('HEAD returns the length that the served playlist will have', async () => {
    const address = view.sources[0]!.url;
    const [head, whole] = [
      await ask(address, { token: fan.token, method: 'HEAD' }),
      await ask(address, { token: fan.token }),
    ];
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(whole.text.length),
    ]);
  });

  test('segments are requested by range', async () => {
    const piece = view.sources[0]!.url.replace('hls.m3u8', '720-hls.mp4');
    expect(await ask(piece, { token: fan.token, headers: { range: 'bytes=0-2' } })).toMatchObject({
      status: 206,
      text: '720',
    });
  });

  test('those who may not see it have no URL and no way to get one', async () => {
    const {
      files: [locked],
    } = await ok('GET /user/feeds/:id', { token: other.token, params: { id: post } });
    expect(locked).toMatchObject({ sources: [], url: null });
    const preview = locked!.thumbnails[0]!.url;
    for (const { name } of renditions.filter((one) => one.name !== 'blur.webp'))
      expect((await ask(preview.replace('blur.webp', name), { token: other.token })).status).toBe(404);
    expect(preview).toContain(file);
  });
});

test('the URLs of a three-hour video last until its end', async () => {
  ports.clock.set('2026-03-04T10:00:00.000Z');
  const creator = await makeCreator();
  const file = await makeFile(creator.id, {
    type: 'feed-video',
    mime: 'video/mp4',
    duration: 3 * 3600,
    renditions,
  });
  const { sources } = await ok('GET /files/:id/status', { token: creator.token, params: { id: file } });
  ports.clock.move('4h');
  const later = await app.openSession(creator.id);
  expect((await ask(sources[1]!.url, { token: later.token })).status).toBe(200);
  ports.clock.move('1h');
  expect((await ask(sources[1]!.url, { token: later.token })).status).toBe(404);
});
