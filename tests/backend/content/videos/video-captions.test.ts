import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CaptionsError, readCaptions } from '#backend/domain/base/files/web-vtt.ts';
import { files } from '#backend/db/schema/files.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { filmForm, videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, call, raw, ok, makeFan, makeCreator, fund, backend, ports } = app;
const { makeFilm, makeVideo } = videosIn(app);
const ask = askOf(backend);

const vtt = (words = 'The clay is centred.') => `WEBVTT\n\n00:00.500 --> 00:02.000\n${words}\n`;
const set = (who: Person, id: string, body: { language: string; text: string }) =>
  call('PUT /performer/performer-assets/videos/:id/captions', { token: who.token, params: { id }, body });
const take = (who: Person, id: string, language: string) =>
  call('DELETE /performer/performer-assets/videos/remove-file/:id', {
    token: who.token,
    params: { id },
    body: { type: 'captions', language },
  });
const fileSeen = async (who: Person | null, id: string) =>
  (await ok('GET /performer-assets/videos/:id', { token: who?.token, params: { id } })).file;
const urlOf = async (who: Person | null, id: string, language = 'en') =>
  (await fileSeen(who, id))?.captions?.find((each) => each.language === language)?.url ?? '';
const read = (who: Person | null, url: string) => ask(url, { token: who?.token ?? null });

describe('a WebVTT file', () => {
  test('is stored as its cues and nothing else', () => {
    const text =
      '\uFEFFWEBVTT - Lesson 1\r\nKind: captions\r\n\r\nNOTE for me\r\nnot for you\r\n\r\nSTYLE\r\n::cue { background: url(//elsewhere) }\r\n\r\nfirst\r\n00:00.500 --> 00:02.000 line:85% region:a align:start\r\n<v Mara>Centre it.\r\nSlowly.\r\n\r\n01:00:03.000 --> 01:00:04.250\r\nDone.';
    expect(readCaptions(text)).toBe(
      'WEBVTT\n\n00:00.500 --> 00:02.000 line:85% align:start\n<v Mara>Centre it.\nSlowly.\n\n01:00:03.000 --> 01:00:04.250\nDone.\n',
    );
    expect(readCaptions(readCaptions(text))).toBe(readCaptions(text));
  });

  test.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nSubRip', 'first line'],
    ['WEBVTT\n', 'no captions'],
    ['WEBVTT\n\nNOTE only this', 'no captions'],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nBack', 'Line 3'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo', 'empty line'],
    ['WEBVTT\n\na\n\n00:01.000 --> 00:02.000\nx', 'Line 4'],
    ['WEBVTT\n\n00:61.000 --> 00:62.000\nx', 'Line 3'],
  ])('%j is rejected, with its position', (text, said) => {
    expect(() => readCaptions(text)).toThrow(CaptionsError);
    expect(() => readCaptions(text)).toThrow(said);
  });

  test('that is as long as it is hostile is still read to its end', () => {
    for (const text of [
      `WEBVTT\n\n${'\t '.repeat(50_000)}`,
      `WEBVTT\n\n00:00.000 --> 00:01.000 ${'a:'.repeat(50_000)}\nx -->`,
      `WEBVTT\n\n00:00.000${' '.repeat(100_000)}x`,
    ]) {
      expect(() => readCaptions(text)).toThrow(CaptionsError);
    }
  });
});

describe('captions of a video', () => {
  test('can be added per language, replaced, are listed with the video and readable by anyone who may watch it', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const id = await makeVideo(creator.id);
    expect(
      (await set(creator, id, { language: 'en', text: vtt('First') })).data.file?.captions?.map(
        ({ language }) => language,
      ),
    ).toEqual(['en']);
    await set(creator, id, { language: 'de', text: vtt('Ton') });
    const old = await urlOf(fan, id);
    expect((await set(creator, id, { language: 'en', text: vtt('Second') })).data.file).toMatchObject({
      captions: [{ language: 'de' }, { language: 'en' }],
    });
    const film = await fileSeen(fan, id);
    expect(film?.sources.map(({ mime }) => mime)).toEqual(['video/mp4', 'video/mp4']);
    const url = await urlOf(fan, id);
    const answer = await read(fan, url);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      200,
      'text/vtt',
      vtt('Second'),
    ]);
    expect((await read(other, url)).status).toBe(404);
    expect((await read(null, url)).status).toBe(404);
    expect((await read(null, await urlOf(null, id))).status).toBe(200);
    await backend.runJobs();
    expect((await read(fan, old)).status).toBe(404);
  });

  test('of a locked one stay on the server; once bought, they are available', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id, { price: 10 });
    await set(creator, id, { language: 'en', text: vtt() });
    expect((await fileSeen(fan, id))?.captions).toBeUndefined();
    const preview = (await fileSeen(fan, id))?.thumbnails[0]?.url ?? '';
    const name = (await urlOf(creator, id)).split('?')[0];
    expect((await read(fan, `${name}?${preview.split('?')[1]}`)).status).toBe(404);
    await fund(fan.id, 10);
    await ok('POST /wallet/charges/video/:id', { token: fan.token, params: { id } });
    expect((await read(fan, await urlOf(fan, id))).status).toBe(200);
  });

  test('are removed by language; replacing the video removes them; deleting it leaves nothing', async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id);
    await set(creator, id, { language: 'en', text: vtt() });
    await set(creator, id, { language: 'fr', text: vtt() });
    expect((await take(creator, id, 'de')).status).toBe(404);
    expect((await take(creator, id, 'en')).data.file?.captions?.map(({ language }) => language)).toEqual([
      'fr',
    ]);
    const [path = ''] = (await urlOf(creator, id, 'fr')).split('?');
    const key = path.replace('/media/f/', 'files/');
    expect(await ports.objects.get(key)).not.toBeNull();
    const film = await makeFilm(creator.id);
    expect(
      (
        await call('PUT /performer/performer-assets/videos/edit/:id', {
          token: creator.token,
          params: { id },
          body: { fileId: film },
        })
      ).data.file?.captions,
    ).toBeUndefined();
    await backend.runJobs();
    expect(await ports.objects.get(key)).toBeNull();
  });

  test('added while the video is processing are kept', async () => {
    const creator = await makeCreator();
    const { data } = await raw<{ _id: string; file: { _id: string } }>(
      'POST /performer/performer-assets/videos/upload',
      { token: creator.token, form: filmForm({ title: 'Soon', audience: 'public' }) },
    );
    expect((await set(creator, data._id, { language: 'en', text: vtt() })).status).toBe(200);
    await backend.runJobs();
    expect(await fileSeen(null, data._id)).toMatchObject({
      state: 'ready',
      sources: [{ kind: 'original' }],
      captions: [{ language: 'en' }],
    });
  });

  test("can't be added or removed by others, and invalid ones are rejected with the field", async () => {
    const [creator, other, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    const id = await makeVideo(creator.id);
    expect((await set(other, id, { language: 'en', text: vtt() })).status).toBe(404);
    expect((await set(fan, id, { language: 'en', text: vtt() })).status).toBe(403);
    const cases: [object, string][] = [
      [{ language: 'xx', text: vtt() }, 'language'],
      [{ language: 'EN', text: vtt() }, 'language'],
      [{ language: 'en', text: 'no' }, 'text'],
      [{ language: 'en', text: vtt('x'.repeat(205_000)) }, 'text'],
      [{ language: 'en', text: vtt('é'.repeat(110_000)) }, 'text'],
      [{ language: 'en', text: vtt(), url: 'x' }, 'url'],
    ];
    for (const [body, field] of cases) {
      const { status, problem } = await raw('PUT /performer/performer-assets/videos/:id/captions', {
        token: creator.token,
        params: { id },
        body,
      });
      expect([field, status, problem.errors?.[0]?.field]).toEqual([field, 422, field]);
    }
    const film = (await fileSeen(creator, id))?._id ?? '';
    expect(
      (await db.select().from(files).where(eq(files.id, film)))[0]?.renditions.filter(
        ({ mime }) => mime === 'text/vtt',
      ),
    ).toEqual([]);
    expect(
      (
        await set(creator, await makeVideo(creator.id, { fileId: null, state: 'draft' }), {
          language: 'en',
          text: vtt(),
        })
      ).status,
    ).toBe(409);
  });

  test('in many languages added at once are all kept, up to ten', async () => {
    const creator = await makeCreator();
    const id = await makeVideo(creator.id);
    const answers = await Promise.all(
      'en de fr es it pt nl sv da fi pl cs'
        .split(' ')
        .map((language) => set(creator, id, { language, text: vtt(language) })),
    );
    expect([200, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length)).toEqual([
      10, 2,
    ]);
    expect((await fileSeen(null, id))?.captions).toHaveLength(10);
  });
});

test('also appear on a video in a post', async () => {
  const creator = await makeCreator();
  const fileId = await makeFilm(creator.id);
  await set(creator, await makeVideo(creator.id, { fileId }), { language: 'en', text: vtt() });
  const post = await postsIn(app).makePost(creator.id, { type: 'video' }, [fileId]);
  expect((await ok('GET /user/feeds/:id', { params: { id: post } })).files[0]?.captions).toMatchObject([
    { language: 'en' },
  ]);
});
