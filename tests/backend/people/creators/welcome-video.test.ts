import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { galleries } from '#backend/db/schema/galleries.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { loadAccessFacts, decideAccess } from '#backend/domain/base/access/access.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { mp4 } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeFan, makeCreator, ctxOf } = app;
const ask = askOf(app.backend);

async function upload(who: Person, file: File = mp4()) {
  const form = new FormData();
  form.set('file', file);
  return call('POST /performers/welcome-video/upload', { token: who.token, form, body: {} });
}
const seen = async (creator: Person, who?: Person) =>
  (await ok('GET /performers/:id', { params: { id: creator.id }, token: who?.token })).welcomeVideo;

test('a welcome video is visible to its creator at once, to everyone when it is ready, and is deleted with its file', async () => {
  const creator = await makeCreator();
  const { status, data } = await upload(creator);
  expect([status, data.state, data.type]).toEqual([201, 'queued', 'welcome-video']);
  expect(await seen(creator)).toBeNull();
  expect(await seen(creator, creator)).toMatchObject({ _id: data._id, state: 'queued' });
  await app.backend.runJobs();
  const shown = await seen(creator);
  expect(shown).toMatchObject({ _id: data._id, state: 'ready' });
  expect((await ask(shown!.url!)).status).toBe(200);
  const second = (await upload(creator)).data;
  expect(await db.$count(files, eq(files.id, data._id))).toBe(0);
  // The cleanup a day later keeps the video in use.
  ports.clock.move('25h');
  await app.backend.runJobs();
  expect((await seen(creator))?._id).toBe(second._id);
  const { token } = await app.openSession(creator.id);
  const remove = () => call('DELETE /performers/welcome-video', { token });
  expect((await remove()).status).toBe(200);
  expect(await seen(creator)).toBeNull();
  expect(await db.$count(files, eq(files.ownerId, creator.id))).toBe(0);
  expect((await remove()).status).toBe(404);
});

test("a file that isn't a video is rejected and leaves nothing behind", async () => {
  const creator = await makeCreator();
  expect((await upload(creator, new File(['<html>'], 'film.mp4', { type: 'video/mp4' }))).status).toBe(422);
  expect(await db.$count(files, eq(files.ownerId, creator.id))).toBe(0);
});

test('the count of posts, videos and galleries in thirty days matches what the access rule gives a subscriber', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const { subscribe } = postsIn(app);
  await subscribe(fan.id, creator.id);
  const terms = (['public', 'followers', 'subscribers'] as const).flatMap((audience) =>
    [0, 50].flatMap((price) =>
      [false, true].map((includedInSubscription) => ({ audience, price, includedInSubscription })),
    ),
  );
  const work = (daysAgo: number) => {
    const moment = new Date(ports.clock.now().getTime() - daysAgo * 86_400_000);
    return {
      id: ports.ids(),
      performerId: creator.id,
      state: 'published' as const,
      publishedAt: moment,
      createdAt: moment,
      updatedAt: moment,
    };
  };
  let expected = { included: 0, extra: 0 };
  for (const one of terms) {
    await db.insert(feeds).values({ ...work(1), ...one, type: 'text', text: 'x' });
    await db.insert(videos).values({ ...work(29), ...one, title: 'x' });
    await db.insert(galleries).values({ ...work(15), ...one, title: 'x' });
    // Too old, or not published.
    await db.insert(galleries).values({ ...work(31), ...one, title: 'x' });
    await db.insert(videos).values({ ...work(1), ...one, title: 'x', state: 'draft' });
    const item = {
      kind: 'feed',
      id: ports.ids(),
      ownerId: creator.id,
      ...one,
      isPublished: true,
      fileIds: [],
    } as const;
    const { allowed } = decideAccess(await loadAccessFacts(ctxOf(fan.viewer), { items: [item] }), item);
    expected = allowed
      ? { ...expected, included: expected.included + 3 }
      : { ...expected, extra: expected.extra + 3 };
  }
  expect(expected.extra).toBeGreaterThan(0);
  expect((await ok('GET /performers/:id', { params: { id: creator.id } })).included).toEqual({
    days: 30,
    ...expected,
  });
});
