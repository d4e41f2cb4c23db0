import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { feeds, postProgress } from '#backend/db/schema/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';
import { videosIn } from '../../../setup/videos.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, subscribe, block } = postsIn(app);
const { makeFilm, makeVideo } = videosIn(app);

const recording = (ownerId: string, duration: number) =>
  makeFilm(ownerId, { type: 'feed-audio', mime: 'audio/mpeg', duration });
const watch = (fan: Person, id: string, seconds: number) =>
  ok('PUT /performer-assets/videos/:id/progress', { token: fan.token, params: { id }, body: { seconds } });
const play = (fan: Person, [id, fileId]: readonly [post: string, file: string], seconds: number) =>
  call('PUT /user/feeds/:id/files/:fileId/progress', {
    token: fan.token,
    params: { id, fileId },
    body: { seconds },
  });
const unfinished = async (fan: Person) => (await ok('GET /user/unfinished', { token: fan.token })).data;
const postOf = (fan: Person, id: string) => ok('GET /user/feeds/:id', { token: fan.token, params: { id } });

test('a long video or recording of a post resumes where its viewer left off, until it is finished', async () => {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  const [long, short] = [await recording(creator.id, 600), await recording(creator.id, 59)];
  const id = await makePost(creator.id, { audience: 'public', type: 'audio' }, [long, short]);
  expect((await postOf(fan, id)).positions).toBeUndefined();
  expect((await play(fan, [id, long], 192.5)).data).toEqual({ progress: 192.5 });
  expect((await play(fan, [id, short], 30)).data).toEqual({ progress: null });
  expect((await postOf(fan, id)).positions).toEqual({ [long]: 192.5 });
  expect((await postOf(other, id)).positions).toBeUndefined();
  const timeline = await ok('GET /user/feeds', { token: fan.token, query: { performerId: creator.id } });
  expect(timeline.data[0]?.positions).toEqual({ [long]: 192.5 });
  expect((await play(fan, [id, long], 570)).data).toEqual({ progress: null });
  expect((await postOf(fan, id)).positions).toBeUndefined();
  await play(fan, [id, long], 10);
  await play(fan, [id, long], 0);
  expect(await db.select().from(postProgress).where(eq(postProgress.feedId, id))).toEqual([]);
});

test('only what one can play has a position', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const file = await recording(creator.id, 600);
  const id = await makePost(creator.id, { audience: 'subscribers', type: 'audio' }, [file]);
  const elsewhere = await recording(creator.id, 600);
  expect((await play(fan, [id, file], 10)).status).toBe(404);
  await subscribe(fan.id, creator.id);
  expect((await play(fan, [id, file], 10)).status).toBe(200);
  expect((await play(fan, [id, elsewhere], 10)).status).toBe(404);
  expect((await play(fan, [id, file], -1)).status).toBe(422);
});

test('what is unfinished is listed, last played first, and can be removed', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const file = await recording(creator.id, 600);
  const post = await makePost(creator.id, { audience: 'public', type: 'audio', text: 'A long talk' }, [file]);
  const film = await makeFilm(creator.id);
  const video = await makeVideo(creator.id, { title: 'Throwing', fileId: film });
  await watch(fan, video, 60);
  ports.clock.move('1m');
  await play(fan, [post, file], 120);
  expect(await unfinished(fan)).toMatchObject([
    { _id: file, kind: 'feed', itemId: post, title: 'A long talk', seconds: 120, duration: 600 },
    { _id: film, kind: 'video', itemId: video, title: 'Throwing', seconds: 60, duration: 192 },
  ]);
  const remove = (kind: 'video' | 'feed', id: string) =>
    ok('DELETE /user/unfinished/:kind/:id', { token: fan.token, params: { kind, id } });
  await remove('feed', file);
  await remove('feed', file);
  expect((await unfinished(fan)).map(({ kind }) => kind)).toEqual(['video']);
  await remove('video', video);
  expect(await unfinished(fan)).toEqual([]);
  expect((await postOf(fan, post)).positions).toBeUndefined();
});

test('access is checked anew: what was closed or taken down since is left out', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const file = await recording(creator.id, 600);
  const post = await makePost(creator.id, { audience: 'public', type: 'audio' }, [file]);
  const video = await makeVideo(creator.id);
  await watch(fan, video, 60);
  await play(fan, [post, file], 120);
  await db.update(feeds).set({ audience: 'subscribers' }).where(eq(feeds.id, post));
  expect((await unfinished(fan)).map(({ kind }) => kind)).toEqual(['video']);
  await subscribe(fan.id, creator.id);
  expect(await unfinished(fan)).toHaveLength(2);
  await block(creator.id, fan.id);
  expect(await unfinished(fan)).toEqual([]);
});
