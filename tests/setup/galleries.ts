import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CallInput } from '#contract/core/registry.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { fetchRows } from '#backend/db/db.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { testBackend } from './backend.ts';
import { fakeMedia } from './fake-ports.ts';
import { postsIn } from './posts.ts';
import { worksIn } from './media-items.ts';
import type { Person } from './test-app.ts';

type Body<
  R extends
    | 'POST /performer/performer-assets/galleries'
    | 'PUT /performer/performer-assets/galleries/:id'
    | 'POST /performer/performer-assets/photos/upload'
    | 'POST /performer/performer-assets/photos/bulk'
    | 'PUT /performer/performer-assets/photos/:id',
> = CallInput<R> extends { body: infer B } ? B : never;

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
function picture(): FormData {
  const form = new FormData();
  form.set('file', new File([png], 'picture.png', { type: 'image/png' }));
  return form;
}

/**
 * The whole backend, with helpers to create, buy and view galleries and photos. Call it at the top level of a
 * test file.
 */
export async function galleryApp(media: MediaProcessor = fakeMedia) {
  const app = await testBackend({ ports: { media } });
  const { db, call, ok, makeFan, makeCreator, fund } = app;
  const mediaItems = worksIn(app);

  const create = (who: Person, body: Body<'POST /performer/performer-assets/galleries'>) =>
    call('POST /performer/performer-assets/galleries', { token: who.token, body });
  const update = (who: Person, id: string, body: Body<'PUT /performer/performer-assets/galleries/:id'>) =>
    call('PUT /performer/performer-assets/galleries/:id', { token: who.token, params: { id }, body });
  const remove = (who: Person, id: string) =>
    call('DELETE /performer/performer-assets/galleries/:id', { token: who.token, params: { id } });
  const upload = (who: Person, body: Body<'POST /performer/performer-assets/photos/upload'>) =>
    call('POST /performer/performer-assets/photos/upload', { token: who.token, body, form: picture() });
  const bulk = (who: Person, body: Body<'POST /performer/performer-assets/photos/bulk'>) =>
    call('POST /performer/performer-assets/photos/bulk', { token: who.token, body });
  const changePhoto = (who: Person, id: string, body: Body<'PUT /performer/performer-assets/photos/:id'>) =>
    call('PUT /performer/performer-assets/photos/:id', { token: who.token, params: { id }, body });
  const buy = (who: Person, id: string, { key, ...body }: { key?: string; expectedPrice?: number } = {}) =>
    call('POST /wallet/charges/gallery/:id', { token: who.token, params: { id }, body, key });
  const see = (who: Person | null, id: string) =>
    call('GET /performer-assets/galleries/:id/view', { token: who?.token ?? null, params: { id } });
  const inside = async (who: Person | null, galleryId: string) =>
    (
      await ok('GET /performer-assets/photos', {
        token: who?.token ?? null,
        query: { galleryId, limit: 100 },
      })
    ).data;
  const readable = (views: Awaited<ReturnType<typeof inside>>) =>
    views.filter(({ file }) => file.url !== null).map(({ _id }) => _id);

  /**
   * Checks that the stored counts of profile and galleries are correct, and returns them. Call it after every
   * change.
   */
  async function countsOf(who: Person) {
    const [told] = await db
      .select({
        photos: performers.photos,
        singlePhotos: performers.singlePhotos,
        galleries: performers.galleries,
      })
      .from(performers)
      .where(eq(performers.accountId, who.id));
    const inPosts = sql`(SELECT count(*) FROM feed_files ff JOIN feeds f ON f.id = ff.feed_id JOIN files fi ON fi.id = ff.file_id WHERE f.performer_id = ${who.id} AND f.state = 'published' AND fi.mime LIKE 'image/%')`;
    const [found] = await fetchRows<Record<'photos' | 'singlePhotos' | 'galleries' | 'wrong', number>>(
      db.execute(sql`SELECT
      (${inPosts} + (SELECT count(*) FROM photos p LEFT JOIN galleries g ON g.id = p.gallery_id WHERE p.performer_id = ${who.id} AND p.state = 'published' AND coalesce(g.state = 'published', true)))::int AS photos,
      (SELECT count(*) FROM photos p WHERE p.performer_id = ${who.id} AND p.state = 'published' AND p.gallery_id IS NULL)::int AS "singlePhotos",
      (SELECT count(*) FROM galleries g WHERE g.performer_id = ${who.id} AND g.state = 'published')::int AS galleries,
      (SELECT count(*) FROM galleries g WHERE g.performer_id = ${who.id} AND g.num_of_items <> (SELECT count(*) FROM photos p WHERE p.gallery_id = g.id AND p.state = 'published'))::int AS wrong`),
    );
    const { wrong, ...real } = found!;
    expect({ told, wrong }).toEqual({ told: real, wrong: 0 });
    return told;
  }

  /** A creator with a gallery for sale, and a fan with tokens. */
  async function sold(values: Parameters<typeof mediaItems.makeGallery>[1] = {}, count = 3) {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await fund(fan.id, 1_000);
    const made = await mediaItems.makeGallery(creator.id, { price: 90, ...values }, count);
    await db
      .update(performers)
      .set({ galleries: 1, photos: count })
      .where(eq(performers.accountId, creator.id));
    return { creator, fan, ...made };
  }
  return {
    ...app,
    ...postsIn(app),
    ...mediaItems,
    create,
    update,
    remove,
    upload,
    bulk,
    changePhoto,
    buy,
    see,
    inside,
    readable,
    countsOf,
    sold,
  };
}
