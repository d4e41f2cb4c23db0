import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { galleries, photos } from '#backend/db/schema/galleries.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { askOf } from '../../../setup/media.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await galleryApp();
const {
  db,
  ports,
  call,
  ok,
  raw,
  makeFan,
  makeCreator,
  backend,
  subscribe,
  follow,
  makePhoto,
  makeGallery,
  create,
  update,
  remove,
  upload,
  bulk,
  see,
  inside,
  readable,
  countsOf,
} = app;
const ask = askOf(app.backend);

describe('creating a gallery', () => {
  test('starts as a draft, gets photos from uploads in order, and can be published with a photo in it', async () => {
    const creator = await makeCreator();
    const made = await create(creator, {
      title: '  A walk  ',
      tags: ['Hills', 'fog', 'hills'],
      price: 40,
      includedInSubscription: true,
    });
    expect([made.status, made.data]).toMatchObject([
      201,
      {
        title: 'A walk',
        tags: ['Hills', 'fog'],
        state: 'draft',
        numOfItems: 0,
        cover: null,
        price: 40,
        isSale: true,
        includedInSubscription: true,
        sold: 0,
        earned: 0,
        publishedAt: null,
      },
    ]);
    const id = made.data._id;
    expect((await update(creator, id, { state: 'published' })).problem.errors?.[0]).toMatchObject({
      field: 'state',
      message: 'Add at least one photo.',
    });
    const first = await upload(creator, { galleryId: id, title: 'One', alt: 'A hill' });
    const second = await upload(creator, { galleryId: id, title: 'Two', tags: 'Fog, , dawn' });
    expect([first.status, first.data]).toMatchObject([
      201,
      {
        title: 'One',
        state: 'published',
        position: 0,
        gallery: { _id: id, title: 'A walk' },
        file: { alt: 'A hill', type: 'photo' },
      },
    ]);
    expect(second.data).toMatchObject({ position: 1, tags: ['Fog', 'dawn'] });
    expect(await countsOf(creator)).toEqual({ photos: 0, singlePhotos: 0, galleries: 0 });
    const out = await update(creator, id, { state: 'published' });
    expect(out.data).toMatchObject({
      state: 'published',
      numOfItems: 2,
      publishedAt: ports.clock.now().toISOString(),
      cover: { _id: first.data.file._id },
    });
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 0, galleries: 1 });
    await upload(creator, { galleryId: id });
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 0, galleries: 1 });
  });

  test('requires an approved profile to publish, but not to prepare', async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    const { data } = await create(creator, { title: 'Waiting' });
    expect((await upload(creator, { galleryId: data._id })).status).toBe(201);
    for (const wish of [
      { state: 'published' as const },
      { state: 'published' as const, scheduledAt: '2026-04-01T00:00:00.000Z' },
    ])
      expect((await update(creator, data._id, wish)).problem).toMatchObject({
        status: 403,
        message: expect.stringMatching(/still under review/),
      });
    expect((await upload(creator, { title: 'Alone' })).status).toBe(403);
    expect((await upload(creator, { title: 'Alone', state: 'draft' })).data).toMatchObject({
      state: 'draft',
      gallery: null,
    });
  });

  test('invalid input is rejected on its field', async () => {
    const creator = await makeCreator();
    const cases: [unknown, string][] = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ title: 'x', price: -1 }, 'price'],
      [{ title: 'x', price: 100_001 }, 'price'],
      [{ title: 'x', price: 1.5 }, 'price'],
      [{ title: 'x', audience: 'friends' }, 'audience'],
      [{ title: 'x', tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
      [{ title: 'x', state: 'published' }, 'state'],
      [{ title: 'x', performerId: creator.id }, 'performerId'],
    ];
    for (const [body, field] of cases) {
      const { status, problem } = await raw('POST /performer/performer-assets/galleries', {
        token: creator.token,
        body,
      });
      expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
    }
    expect(await db.select().from(galleries).where(eq(galleries.performerId, creator.id))).toEqual([]);
  });

  test("a photo can't be added to another creator's gallery; the reply is the same as for an unknown one", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const { id } = await makeGallery(other.id);
    const answers = [
      await upload(creator, { galleryId: id }),
      await upload(creator, { galleryId: ports.ids() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers[0]!.text).toBe(answers[1]!.text);
    expect(await db.select().from(photos).where(eq(photos.performerId, creator.id))).toEqual([]);
  });
});

describe('publishing and removing', () => {
  test('a scheduled gallery is published by its job, at its time and not before', async () => {
    const creator = await makeCreator();
    const { id } = await makeGallery(creator.id, { state: 'draft', publishedAt: null }, 3);
    const at = (hours: number) => new Date(ports.clock.now().getTime() + hours * 3_600_000).toISOString();
    const moment = at(5);
    expect((await update(creator, id, { state: 'published', scheduledAt: at(2) })).data).toMatchObject({
      state: 'scheduled',
      publishedAt: null,
    });
    expect((await update(creator, id, { scheduledAt: moment })).data).toMatchObject({
      state: 'scheduled',
      scheduledAt: moment,
    });
    expect(await countsOf(creator)).toMatchObject({ galleries: 0 });
    ports.clock.move('3h');
    await backend.runJobs();
    expect((await see(await makeFan(), id)).status).toBe(404);
    ports.clock.move('3h');
    await backend.runJobs();
    expect((await see(await makeFan(), id)).data).toMatchObject({
      state: 'published',
      publishedAt: ports.clock.now().toISOString(),
    });
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 0, galleries: 1 });
    await backend.runJobs();
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 0, galleries: 1 });
  });

  test('a schedule can be removed, is rejected if in the past, and has no effect once published', async () => {
    const creator = await makeCreator();
    const { id } = await makeGallery(creator.id, { state: 'draft', publishedAt: null });
    const later = new Date(ports.clock.now().getTime() + 6 * 3_600_000).toISOString();
    expect(
      (await update(creator, id, { state: 'published', scheduledAt: ports.clock.now().toISOString() }))
        .problem.errors?.[0]?.field,
    ).toBe('scheduledAt');
    expect(
      (await update(creator, id, { state: 'published', scheduledAt: '2031-01-01T00:00:00.000Z' })).status,
    ).toBe(422);
    await update(creator, id, { state: 'published', scheduledAt: later });
    expect((await update(creator, id, { state: 'draft', scheduledAt: null })).data).toMatchObject({
      state: 'draft',
      scheduledAt: null,
    });
    ports.clock.move('8h');
    await backend.runJobs();
    expect((await see(creator, id)).data.state).toBe('draft');
    await update(creator, id, { state: 'published' });
    expect(
      (
        await update(creator, id, {
          scheduledAt: new Date(ports.clock.now().getTime() + 6 * 3_600_000).toISOString(),
        })
      ).status,
    ).toBe(422);
    expect((await update(creator, id, { state: 'draft' })).status).toBe(409);
    await countsOf(creator);
  });

  test('archived, it is gone everywhere; restored, it is back in its place', async () => {
    const creator = await makeCreator();
    const { id } = await makeGallery(creator.id, { state: 'draft', publishedAt: null }, 2);
    const { publishedAt } = (await update(creator, id, { state: 'published' })).data;
    ports.clock.move('1h');
    expect((await update(creator, id, { state: 'archived' })).data).toMatchObject({
      state: 'archived',
      numOfItems: 2,
    });
    expect(await countsOf(creator)).toEqual({ photos: 0, singlePhotos: 0, galleries: 0 });
    expect((await see(null, id)).status).toBe(404);
    expect(await inside(null, id)).toEqual([]);
    expect((await update(creator, id, { state: 'published' })).data).toMatchObject({
      state: 'published',
      publishedAt,
    });
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 0, galleries: 1 });
  });

  test('deleted, everything is gone: rows, files and objects', async () => {
    const creator = await makeCreator();
    const { id, fileIds } = await makeGallery(creator.id, {}, 3);
    await db.update(performers).set({ galleries: 1, photos: 3 }).where(eq(performers.accountId, creator.id));
    const fan = await makeFan();
    await ok('POST /reactions', {
      token: fan.token,
      body: { objectType: 'gallery', objectId: id, action: 'like' },
    });
    expect((await remove(creator, id)).status).toBe(200);
    expect(await countsOf(creator)).toEqual({ photos: 0, singlePhotos: 0, galleries: 0 });
    expect(await db.select().from(photos).where(eq(photos.galleryId, id))).toEqual([]);
    await backend.runJobs();
    for (const fileId of fileIds)
      expect([
        (await db.select().from(files).where(eq(files.id, fileId))).length,
        await ports.objects.get(`files/${fileId}/640.webp`),
      ]).toEqual([0, null]);
    expect(
      (
        await db
          .select({ likes: performers.likes })
          .from(performers)
          .where(eq(performers.accountId, creator.id))
      )[0],
    ).toEqual({ likes: 0 });
    expect((await remove(creator, id)).status).toBe(404);
  });

  test('a published gallery always keeps a photo', async () => {
    const creator = await makeCreator();
    const { id, photoIds } = await makeGallery(creator.id, {}, 2);
    await db.update(performers).set({ galleries: 1, photos: 2 }).where(eq(performers.accountId, creator.id));
    for (const action of ['archive', 'delete'] as const)
      expect((await bulk(creator, { action, photoIds })).problem).toMatchObject({
        status: 409,
        message: expect.stringMatching(/would have no photos left/),
      });
    expect((await bulk(creator, { action: 'move', photoIds, galleryId: null })).status).toBe(409);
    expect((await inside(null, id)).map(({ _id }) => _id)).toEqual(photoIds);
    expect((await bulk(creator, { action: 'delete', photoIds: photoIds.slice(0, 1) })).status).toBe(200);
    expect(await countsOf(creator)).toEqual({ photos: 1, singlePhotos: 0, galleries: 1 });
  });
});

describe('order and cover', () => {
  test('all photos in a new order; anything else is rejected and moves nothing', async () => {
    const creator = await makeCreator();
    const { id, photoIds } = await makeGallery(creator.id, {}, 5);
    const order = (ids: string[]) =>
      call('PUT /performer/performer-assets/galleries/:id/order', {
        token: creator.token,
        params: { id },
        body: { photoIds: ids },
      });
    const wanted = [photoIds[3]!, photoIds[0]!, photoIds[4]!, photoIds[1]!, photoIds[2]!];
    expect((await order(wanted)).status).toBe(200);
    expect((await inside(null, id)).map(({ _id }) => _id)).toEqual(wanted);
    expect((await order(wanted.slice(1))).status).toBe(409);
    expect((await order([...wanted.slice(1), ports.ids()])).status).toBe(409);
    expect((await order([...wanted.slice(1), wanted[1]!])).status).toBe(422);
    expect((await inside(null, id)).map(({ _id }) => _id)).toEqual(wanted);
    const pages = [await ok('GET /performer-assets/photos', { query: { galleryId: id, limit: 2 } })];
    while (pages.at(-1)!.nextCursor)
      pages.push(
        await ok('GET /performer-assets/photos', {
          query: { galleryId: id, limit: 2, cursor: pages.at(-1)!.nextCursor! },
        }),
      );
    expect(pages.flatMap(({ data }) => data).map(({ _id }) => _id)).toEqual(wanted);
    expect(pages.every(({ total }) => total === 5)).toBe(true);
  });

  test('the chosen photo is the cover until it is removed', async () => {
    const creator = await makeCreator();
    const { id, photoIds, fileIds } = await makeGallery(creator.id, {}, 3);
    const cover = async () => (await see(null, id)).data.cover?._id;
    const setCover = (photoId: string) =>
      call('POST /performer/performer-assets/photos/set-cover/:id', {
        token: creator.token,
        params: { id: photoId },
      });
    expect(await cover()).toBe(fileIds[0]);
    await setCover(photoIds[2]!);
    expect(await cover()).toBe(fileIds[2]);
    await bulk(creator, { action: 'archive', photoIds: [photoIds[2]!] });
    expect(await cover()).toBe(fileIds[0]);
    expect((await setCover(photoIds[2]!)).status).toBe(409);
    expect((await setCover(await makePhoto(creator.id))).problem.message).toBe(
      'This photo isn’t in a gallery.',
    );
  });
});

describe('visibility', () => {
  test('a photo in a gallery follows the gallery; a standalone one its own audience', async () => {
    const creator = await makeCreator();
    const [fan, follower, subscriber] = [await makeFan(), await makeFan(), await makeFan()];
    await follow(follower.id, creator.id);
    await subscribe(subscriber.id, creator.id);
    const locked = await makeGallery(creator.id, { audience: 'subscribers' }, 1);
    const open = await makeGallery(creator.id, { audience: 'public' }, 1);
    await db.update(photos).set({ audience: 'public' }).where(eq(photos.galleryId, locked.id));
    await db.update(photos).set({ audience: 'subscribers' }).where(eq(photos.galleryId, open.id));
    const single = await makePhoto(creator.id, { audience: 'followers', title: 'Only for you' });
    const reads = async (who: Person | null) => [
      readable(await inside(who, locked.id)).length,
      readable(await inside(who, open.id)).length,
      readable(
        (
          await ok('GET /performer-assets/photos/:performerId', {
            token: who?.token ?? null,
            params: { performerId: creator.id },
          })
        ).data,
      ).length,
    ];
    expect(await Promise.all([null, fan, follower, subscriber, creator].map(reads))).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    const [met] = (
      await ok('GET /performer-assets/photos/:performerId', {
        token: fan.token,
        params: { performerId: creator.id },
      })
    ).data;
    expect(met).toMatchObject({
      _id: single,
      title: '',
      description: '',
      file: { url: null, alt: null, sizes: [] },
      access: { allowed: false, reason: 'locked' },
    });
  });

  test('a locked gallery reveals its title, counts and ways to get access; its photos are blurred and unnamed', async () => {
    const creator = await makeCreator();
    const { id } = await makeGallery(
      creator.id,
      { title: 'Shown', description: 'Hidden', price: 60, includedInSubscription: true },
      3,
    );
    const { data } = await see(null, id);
    expect(data).toMatchObject({
      title: 'Shown',
      description: '',
      numOfItems: 3,
      access: {
        allowed: false,
        reason: 'locked',
        routes: [
          { need: 'purchase', price: 60, unit: 'token' },
          { need: 'subscribe', price: 999 },
        ],
      },
      cover: { url: null, sizes: [] },
    });
    const views = await inside(null, id);
    expect(
      views.map(({ title, file }) => [title, file.url, file.sizes.length, file.thumbnails.length]),
    ).toEqual([
      ['', null, 0, 1],
      ['', null, 0, 1],
      ['', null, 0, 1],
    ]);
    for (const { file } of views) {
      const [blur] = file.thumbnails;
      expect((await ask(blur!.url)).status).toBe(200);
      expect((await ask(blur!.url.replace('blur', '640'))).status).toBe(404);
    }
    expect((await ok('GET /performer-assets/photos', { query: { galleryId: id, q: 'Photo' } })).total).toBe(
      0,
    );
  });
});
