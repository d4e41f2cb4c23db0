import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { files } from '#backend/db/schema/files.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { messageFiles, messages } from '#backend/db/schema/messages.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { picture } from '../../../matrix/row.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import { worksIn } from '../../../setup/media-items.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, db, ports, makeFan, fund } = app;
const { makeFile, makeVideo, makePost, block } = postsIn(app);
const { makeGallery, makePhoto } = worksIn(app);
const talk = talkOf(app);
const ask = askOf(app.backend);

/** A fan with tokens, and a creator they have written to. */
async function pair() {
  const two = await talk.pair();
  await talk.send(two.fan, two.id, 'Hello');
  await fund(two.fan.id, 1_000);
  ports.transport.clear();
  return two;
}
const trySend = (
  from: Person,
  id: string,
  data: { text?: string; files?: string[]; price?: number; clientId?: string },
) =>
  call('POST /messages/conversations/:id', {
    token: from.token,
    params: { id },
    body: { conversationId: id, data },
  });
const sell = async (from: Person, id: string, [price, ...fileIds]: [price: number, ...fileIds: string[]]) => {
  const { status, data, text } = await trySend(from, id, { text: 'Just for you', files: fileIds, price });
  expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' });
  return data;
};
const unlock = (fan: Person, id: string, { key, ...body }: { key?: string; expectedPrice?: number } = {}) =>
  call('POST /wallet/charges/message/:id', { token: fan.token, params: { id }, key, body });
const view = async (who: Person, id: string) =>
  await ok('GET /messages/:id', { token: who.token, params: { id } });
const balanceOf = async (who: Person) => (await ok('GET /users/me', { token: who.token })).balance;

describe('a message with files', () => {
  test('free: both can read it, each with their own URLs', async () => {
    const { fan, creator, id } = await pair();
    const photo = (await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }))._id;
    const { data: sent } = await trySend(fan, id, { files: [photo] });
    expect(sent).toMatchObject({
      type: 'photo',
      text: '',
      price: 0,
      media: { photos: 1, videos: 0 },
      access: { allowed: true, reason: 'owner' },
    });
    const [theirs] = ports.transport.of('message/created', rooms.account(creator.id));
    const told = theirs!.payload.message;
    expect(told.access).toMatchObject({ allowed: true, reason: 'free' });
    expect((await ask(told.files[0]!.url!, { token: creator.token })).status).toBe(200);
    expect((await ask(told.files[0]!.url!, { token: fan.token })).status).toBe(404);
    expect((await ask(sent.files[0]!.url!, { token: fan.token })).status).toBe(200);
    expect((await talk.history(creator, id)).data[0]!.files[0]!.url).toBe(told.files[0]!.url);
    expect((await talk.view(creator, id)).lastMessage).toMatchObject({ text: '', type: 'photo' });
  });

  test('for sale: its receiver sees a blurred preview, counts and the price, also on the socket, until it is bought', async () => {
    const { fan, creator, id } = await pair();
    const [photo, video] = [await makeFile(creator.id), await makeVideo(creator.id)];
    const sent = await sell(creator, id, [50, photo, video]);
    expect(sent).toMatchObject({
      type: 'video',
      price: 50,
      isBought: false,
      access: { allowed: true, reason: 'owner' },
    });
    const [theirs] = ports.transport.of('message/created', rooms.account(fan.id));
    for (const message of [
      theirs!.payload.message,
      await view(fan, sent._id),
      (await talk.history(fan, id)).data[0]!,
    ]) {
      expect(message).toMatchObject({
        text: 'Just for you',
        price: 50,
        isBought: false,
        media: { photos: 1, videos: 1, audios: 0, duration: 12 },
        access: {
          allowed: false,
          reason: 'locked',
          routes: [{ need: 'purchase', price: 50, unit: 'token' }],
        },
      });
      expect(message.files.map(({ url, sizes, sources }) => [url, sizes, sources])).toEqual([
        [null, [], []],
        [null, [], []],
      ]);
      expect(
        JSON.stringify(message)
          .match(/\/media\/f\/[^"?]+/g)!
          .every((address) => address.endsWith('/blur.webp')),
      ).toBe(true);
    }
    const playing = (who: Person) =>
      call('POST /messages/:id/videos/:videoId/url', {
        token: who.token,
        params: { id: sent._id, videoId: video },
      });
    expect((await playing(fan)).status).toBe(403);
    ports.transport.clear();
    const charged = await unlock(fan, sent._id);
    expect([charged.status, charged.data.tokens, charged.data.balance]).toEqual([201, 50, 950]);
    expect(
      ports.transport.of('access/changed').map(({ room, payload }) => [room, payload.performerId]),
    ).toEqual(
      expect.arrayContaining([
        [rooms.account(fan.id), creator.id],
        [rooms.account(creator.id), fan.id],
      ]),
    );
    const bought = await view(fan, sent._id);
    expect(bought).toMatchObject({ isBought: true, access: { allowed: true, reason: 'purchased' } });
    for (const { url } of bought.files) expect((await ask(url!, { token: fan.token })).status).toBe(200);
    expect((await ask((await playing(fan)).data.url!, { token: fan.token })).status).toBe(200);
    expect((await view(creator, sent._id)).isBought).toBe(true);
    expect((await unlock(fan, sent._id)).status).toBe(409);
    expect(await checkLedger(app.ctx)).toEqual([]);
  });

  test("bought: stays readable after a block and can't be deleted; unbought, it is deleted with its files", async () => {
    const { fan, creator, id } = await pair();
    const [first, second] = [await makeFile(creator.id), await makeFile(creator.id)];
    const kept = await sell(creator, id, [30, first]);
    const gone = await sell(creator, id, [30, second]);
    await unlock(fan, kept._id);
    const remove = (messageId: string) =>
      call('DELETE /messages/:id', { token: creator.token, params: { id: messageId } });
    expect((await remove(kept._id)).status).toBe(409);
    expect((await remove(gone._id)).status).toBe(200);
    expect(await db.$count(messageFiles, eq(messageFiles.messageId, gone._id))).toBe(0);
    expect(await db.$count(files, eq(files.id, second))).toBe(0);
    expect(await view(fan, gone._id)).toMatchObject({ isDeleted: true, files: [], text: '' });
    expect((await unlock(fan, gone._id)).status).toBe(404);
    await block(creator.id, fan.id);
    expect((await call('GET /conversations/:id', { token: fan.token, params: { id } })).status).toBe(404);
    const still = await view(fan, kept._id);
    expect((await ask(still.files[0]!.url!, { token: fan.token })).status).toBe(200);
    expect((await call('GET /messages/:id', { token: fan.token, params: { id: gone._id } })).status).toBe(
      404,
    );
  });

  test('restrictions: only creators sell, to fans, with files that are ready and their own', async () => {
    const { fan, creator, id } = await pair();
    const other = await app.makeCreator();
    const { _id: between } = await talk.open(creator, other);
    const mine = await makeFile(creator.id);
    const refused: [Person, string, Parameters<typeof trySend>[2], string][] = [
      [fan, id, { files: [await makeFile(fan.id)], price: 10 }, 'data.price'],
      [creator, between, { files: [mine], price: 10 }, 'data.price'],
      [creator, id, { text: 'Words', price: 10 }, 'data.price'],
      [creator, id, { files: [await makeFile(fan.id)] }, 'data.files'],
      [creator, id, { files: [mine, mine] }, 'data.files'],
      [creator, id, { files: [await makeFile(creator.id, { state: 'processing' })] }, 'data.files'],
      [creator, id, { files: [await makeFile(creator.id, { type: 'document' })] }, 'data.files'],
      [creator, id, { text: ' ' }, 'body.data.text'],
    ];
    for (const [from, conversation, data] of refused)
      expect([data, (await trySend(from, conversation, data)).status]).toEqual([data, 422]);
    expect(await db.$count(messages, eq(messages.senderId, creator.id))).toBe(0);
    expect(ports.transport.of('message/created')).toEqual([]);
    expect(
      (await raw('POST /messages/private/file/video', { token: fan.token, form: picture() })).status,
    ).toBe(422);
  });

  test('sending again with one clientId neither duplicates nor changes what is sold', async () => {
    const { creator, id } = await pair();
    const photo = await makeFile(creator.id);
    const clientId = ports.ids();
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => trySend(creator, id, { files: [photo], price: 20, clientId })),
    );
    expect(new Set(sent.map(({ data }) => data._id)).size).toBe(1);
    expect((await trySend(creator, id, { files: [photo], price: 1, clientId })).data.price).toBe(20);
    expect(await db.$count(messageFiles, eq(messageFiles.messageId, sent[0]!.data._id))).toBe(1);
  });

  test('200 unlocks at once charge once', async () => {
    const { fan, creator, id } = await pair();
    const message = await sell(creator, id, [40, await makeFile(creator.id)]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        unlock(fan, message._id, { key: at % 2 ? 'one-and-the-same' : undefined }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await balanceOf(fan)).toBe(960);
    expect(
      await db.$count(purchases, and(eq(purchases.kind, 'message'), eq(purchases.itemId, message._id))),
    ).toBe(1);
    expect(await checkLedger(app.ctx)).toEqual([]);
  });

  test('an upload that was never sent is deleted after a day; one that was sent stays', async () => {
    const { fan, id } = await pair();
    const [used, unused] = [
      await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }),
      await ok('POST /messages/private/file/photo', { token: fan.token, form: picture() }),
    ];
    await trySend(fan, id, { files: [used._id] });
    await db.delete(jobs).where(eq(jobs.kind, 'none'));
    ports.clock.move('25h');
    await app.backend.runJobs();
    expect(await db.$count(files, eq(files.id, used._id))).toBe(1);
    expect(await db.$count(files, eq(files.id, unused._id))).toBe(0);
  });
});

describe('a file bought once is never charged again', () => {
  const unlockPost = (fan: Person, id: string) =>
    call('POST /wallet/charges/feed/:id', { token: fan.token, params: { id } });
  const postOf = (fan: Person, id: string) => ok('GET /user/feeds/:id', { token: fan.token, params: { id } });

  test('bought in a post: readable in a message, which costs only what is new in it', async () => {
    const { fan, creator, id } = await pair();
    const [shared, fresh] = [await makeFile(creator.id), await makeFile(creator.id)];
    const post = await makePost(creator.id, { price: 60 }, [shared]);
    const same = await sell(creator, id, [80, shared]);
    const mixed = await sell(creator, id, [50, shared, fresh]);
    expect((await unlockPost(fan, post)).data.tokens).toBe(60);
    // The fan owns all of its files.
    expect(await view(fan, same._id)).toMatchObject({ access: { allowed: true, reason: 'purchased' } });
    expect((await unlock(fan, same._id)).status).toBe(409);
    // The fan owns half of its files: that half is accessible, the rest costs half the price.
    const half = await view(fan, mixed._id);
    expect(half.access).toEqual({
      allowed: false,
      reason: 'locked',
      routes: [{ need: 'purchase', price: 25, unit: 'token' }],
    });
    expect(half.files.map(({ url }) => url !== null)).toEqual([true, false]);
    expect((await ask(half.files[0]!.url!, { token: fan.token })).status).toBe(200);
    expect((await unlock(fan, mixed._id, { expectedPrice: 25 })).data.tokens).toBe(25);
    expect(await balanceOf(fan)).toBe(1_000 - 60 - 25);
    expect((await view(fan, mixed._id)).access.allowed).toBe(true);
  });

  test('bought in a message: readable in the post, and a refund locks both', async () => {
    const { fan, creator, id } = await pair();
    const shared = await makeFile(creator.id);
    const post = await makePost(creator.id, { price: 60 }, [shared]);
    const message = await sell(creator, id, [10, shared]);
    const { _id: payment } = (await unlock(fan, message._id)).data;
    const read = await postOf(fan, post);
    expect(read.access).toMatchObject({ allowed: true, reason: 'purchased' });
    expect((await ask(read.files[0]!.url!, { token: fan.token })).status).toBe(200);
    expect((await unlockPost(fan, post)).status).toBe(409);
    expect(await db.$count(purchaseFiles, eq(purchaseFiles.fileId, shared))).toBe(1);
    await refundTransaction({ ...app.ctx, actor: 'olga', actorId: null }, payment, 'Sent by mistake.');
    expect((await postOf(fan, post)).access).toMatchObject({
      allowed: false,
      reason: 'locked',
      routes: [expect.objectContaining({ price: 60 })],
    });
    expect((await view(fan, message._id)).access.allowed).toBe(false);
  });

  test('the same file in a post, a gallery and a message: bought in any of them, it is paid for once', async () => {
    const galleryOf = (who: Person, id: string) =>
      ok('GET /performer-assets/galleries/:id/view', { token: who.token, params: { id } });
    for (const first of ['feed', 'gallery', 'message'] as const) {
      const { fan, creator, id } = await pair();
      const gallery = await makeGallery(creator.id, { price: 40 });
      const [shared, second] = gallery.fileIds;
      const post = await makePost(creator.id, { price: 40 }, [shared!, second!]);
      const message = await sell(creator, id, [40, shared!, second!]);
      // With a third photo in the gallery, the files bought elsewhere are two of three.
      await makePhoto(creator.id, { galleryId: gallery.id, position: 2 });
      const ids = { feed: post, gallery: gallery.id, message: message._id };
      const buy = (kind: keyof typeof ids, expectedPrice = 40) =>
        raw<{ tokens: number }>(`POST /wallet/charges/${kind}/:id`, {
          token: fan.token,
          params: { id: ids[kind] },
          body: { expectedPrice },
        });
      expect((await buy(first)).data.tokens).toBe(40);
      const readsAll = { feed: true, message: true, gallery: first === 'gallery' };
      for (const kind of ['feed', 'message'] as const)
        if (kind !== first)
          expect({ first, kind, status: (await buy(kind)).status }).toEqual({ first, kind, status: 409 });
      expect((await postOf(fan, post)).access.allowed).toBe(readsAll.feed);
      expect((await view(fan, message._id)).access.allowed).toBe(readsAll.message);
      const seen = await galleryOf(fan, gallery.id);
      expect(seen.access.allowed).toBe(readsAll.gallery);
      // Two of its three files are paid for, so a third of the price remains, rounded up.
      if (!readsAll.gallery) expect((await buy('gallery', 14)).data.tokens).toBe(14);
      expect((await galleryOf(fan, gallery.id)).access.allowed).toBe(true);
      expect(await balanceOf(fan)).toBe(1_000 - 40 - (readsAll.gallery ? 0 : 14));
      expect(await checkLedger(app.ctx)).toEqual([]);
    }
  });

  test("another fan's purchase unlocks nothing", async () => {
    const { fan, creator, id } = await pair();
    const shared = await makeFile(creator.id);
    const post = await makePost(creator.id, { price: 60 }, [shared]);
    const rich = await makeFan();
    await fund(rich.id, 100);
    await unlockPost(rich, post);
    const message = await sell(creator, id, [10, shared]);
    expect((await view(fan, message._id)).access.allowed).toBe(false);
  });
});
