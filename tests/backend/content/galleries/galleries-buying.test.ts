import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { photos } from '#backend/db/schema/galleries.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { galleryApp } from '../../../setup/galleries.ts';
import { askOf } from '../../../setup/media.ts';

const app = await galleryApp();
const {
  db,
  ports,
  call,
  ok,
  makeFan,
  backend,
  makeFile,
  makePost,
  makePhoto,
  makeGallery,
  update,
  remove,
  upload,
  bulk,
  buy,
  see,
  inside,
  readable,
  countsOf,
  sold,
} = app;
const ask = askOf(app.backend);

describe('buying', () => {
  test('unlocks it permanently, once, and records its files', async () => {
    const { creator, fan, id, fileIds } = await sold();
    const key = 'a-key-for-one-gallery';
    const answers = await Promise.all(Array.from({ length: 200 }, () => buy(fan, id, { key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.data).toMatchObject({ kind: 'gallery', itemId: id, tokens: 90, balance: 910 });
    expect((await buy(fan, id)).problem).toMatchObject({
      status: 409,
      code: 'already_owned',
      message: 'You’ve already unlocked this gallery.',
    });
    expect(readable(await inside(fan, id))).toHaveLength(3);
    expect((await see(fan, id)).data.access.reason).toBe('purchased');
    expect(
      (await db.select().from(purchaseFiles).where(eq(purchaseFiles.accountId, fan.id)))
        .map(({ fileId }) => fileId)
        .toSorted(),
    ).toEqual(fileIds.toSorted());
    expect(
      await ok('GET /performer/performer-assets/galleries/:id/view', {
        token: creator.token,
        params: { id },
      }),
    ).toMatchObject({ sold: 1, earned: 360 });
    expect(await checkLedger(app.ctx)).toEqual([]);
  });

  test('two hundred tabs without a key pay once', async () => {
    const { fan, id } = await sold();
    const answers = await Promise.all(Array.from({ length: 200 }, () => buy(fan, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199);
    expect((await ok('GET /users/me', { token: fan.token })).balance).toBe(910);
  });

  test('something not for sale, or not affordable, is rejected', async () => {
    const { creator, fan } = await sold();
    const plain = await makeGallery(creator.id, { audience: 'subscribers', price: 0 });
    expect((await buy(fan, plain.id)).status).toBe(409);
    expect(
      (await buy(await makeFan(), (await makeGallery(creator.id, { price: 50 })).id)).problem,
    ).toMatchObject({ status: 402, missing: 50 });
    expect(
      (await buy(fan, (await makeGallery(creator.id, { price: 50, state: 'archived' })).id)).status,
    ).toBe(404);
  });

  test('it stays readable after a photo is archived, moved or deleted, and after the gallery is deleted', async () => {
    const { creator, fan, id, photoIds, fileIds } = await sold({}, 4);
    await buy(fan, id);
    const [stranger, other] = [await makeFan(), await makeGallery(creator.id, { price: 0 }, 1)];
    await db.update(performers).set({ galleries: 2, photos: 5 }).where(eq(performers.accountId, creator.id));
    await bulk(creator, { action: 'archive', photoIds: [photoIds[0]!] });
    await bulk(creator, { action: 'delete', photoIds: [photoIds[1]!] });
    await bulk(creator, { action: 'move', photoIds: [photoIds[2]!], galleryId: other.id });
    expect(await countsOf(creator)).toEqual({ photos: 3, singlePhotos: 0, galleries: 2 });
    expect((await inside(stranger, id)).map(({ _id }) => _id)).toEqual([photoIds[3]]);
    expect((await see(stranger, id)).data.numOfItems).toBe(1);
    expect(readable(await inside(fan, id))).toEqual(photoIds);
    expect((await see(fan, id)).data.numOfItems).toBe(4);
    // The moved photo is also in the other gallery, as a separate photo with the same file.
    expect((await inside(stranger, other.id)).map(({ file }) => file._id)).toContain(fileIds[2]);
    expect((await remove(creator, id)).status).toBe(200);
    expect((await see(stranger, id)).status).toBe(404);
    const kept = await inside(fan, id);
    expect(readable(kept)).toEqual(photoIds);
    await backend.runJobs();
    for (const { file } of kept) expect((await ask(file.url!, { token: fan.token })).status).toBe(200);
    expect((await see(fan, id)).data.cover).not.toBeNull();
    expect(await countsOf(creator)).toEqual({ photos: 2, singlePhotos: 0, galleries: 1 });
    // For its creator the gallery no longer exists.
    expect((await update(creator, id, { title: 'Again' })).status).toBe(404);
    expect(
      (
        await ok('GET /performer/performer-assets/photos/search', { token: creator.token, query: {} })
      ).data.map(({ _id }) => _id),
    ).not.toContain(photoIds[1]);
  });

  test("a photo added after the purchase isn't kept for earlier buyers", async () => {
    const { creator, fan, id } = await sold();
    await buy(fan, id);
    const later = (await upload(creator, { galleryId: id })).data;
    expect(readable(await inside(fan, id))).toHaveLength(4);
    await call('DELETE /performer/performer-assets/photos/:id', {
      token: creator.token,
      params: { id: later._id },
    });
    expect(await db.select().from(photos).where(eq(photos.id, later._id))).toEqual([]);
    expect(readable(await inside(fan, id))).toHaveLength(3);
  });

  test("a photo bought with a post isn't charged again: the gallery costs the rest, and that photo is readable before", async () => {
    const { creator, fan, id } = await sold({}, 2);
    const shared = await makeFile(creator.id);
    const post = await makePost(creator.id, { price: 30 }, [shared]);
    await makePhoto(creator.id, { galleryId: id, position: 2, fileId: shared });
    await ok('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: post }, body: {} });
    const { data } = await see(fan, id);
    expect(data.access.routes).toEqual([{ need: 'purchase', price: 60, unit: 'token' }]);
    expect(readable(await inside(fan, id))).toHaveLength(1);
    const [listed] = (
      await ok('GET /performer-assets/galleries/search', {
        token: fan.token,
        query: { performerId: creator.id },
      })
    ).data;
    expect(listed!.access.routes[0]!.price).toBe(60);
    expect((await buy(fan, id, { expectedPrice: 60 })).data.tokens).toBe(60);
    // Conversely, a post with photos that the gallery included is accessible.
    const again = await makePost(creator.id, { price: 30 }, [shared]);
    expect(
      (await ok('GET /user/feeds/:id', { token: fan.token, params: { id: again } })).access,
    ).toMatchObject({ allowed: true, reason: 'purchased' });
  });

  test('while a photo is taken out at the same moment: what was paid for is what is kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { creator, fan, id, photoIds, fileIds } = await sold({}, 2);
      const [bought] = await Promise.all([
        buy(fan, id),
        bulk(creator, { action: 'delete', photoIds: [photoIds[0]!] }),
      ]);
      expect(bought.status).toBe(201);
      const kept = (await db.select().from(purchaseFiles).where(eq(purchaseFiles.accountId, fan.id))).map(
        ({ fileId }) => fileId,
      );
      const left = (await db.select({ id: photos.id }).from(photos).where(eq(photos.galleryId, id))).length;
      expect(left).toBe(kept.includes(fileIds[0]!) ? 2 : 1);
      expect(readable(await inside(fan, id))).toHaveLength(kept.length);
      await countsOf(creator);
    }
  });

  test('a refunded purchase keeps nothing', async () => {
    const { creator, fan, id, photoIds } = await sold();
    await buy(fan, id);
    await db
      .update(purchases)
      .set({ reversedAt: ports.clock.now() })
      .where(and(eq(purchases.accountId, fan.id), eq(purchases.itemId, id)));
    await bulk(creator, { action: 'archive', photoIds: [photoIds[0]!] });
    expect(readable(await inside(fan, id))).toEqual([]);
    expect(await inside(fan, id)).toHaveLength(2);
    expect((await remove(creator, id)).status).toBe(200);
    expect((await see(fan, id)).status).toBe(404);
  });
});
