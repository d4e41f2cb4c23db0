import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auctionImages } from '#backend/db/schema/auctions.ts';
import { productImages } from '#backend/db/schema/shop.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import { type Reply, askingOf } from '../../../matrix/asking.ts';
import { makeEverything } from '../../../matrix/everything.ts';
import { testBackend } from '../../../setup/backend.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { askOf } from '../../../setup/media.ts';
import { videosIn } from '../../../setup/videos.ts';

/*
 * What an operator hides or removes is gone everywhere: no reply of any operation mentions it to anyone but its
 * creator, and the addresses of its files that were handed out stop working.
 */
const app = await testBackend();
const { db } = app;
const ask = askOf(app.backend);
const all = await makeEverything(app, app.ports.geo);
const { olga, draft, report, caseOf } = moderationIn(app);
const { owner, otherFan } = all;

type Taken = readonly [ReportTarget, string];
const { makePost, makeFile } = postsIn(app);
const { makeFilm, makeVideo } = videosIn(app);
const { makeGallery, makePhoto } = worksIn(app);
const { makeProduct, makePicture } = shopIn(app);

/** One of each kind, for everyone to see, and the files in it. */
async function makeOneOfEach(): Promise<{ taken: Taken[]; fileIds: string[] }> {
  const file = await makeFile(owner.id);
  const thumbnailId = await makeFile(owner.id, { type: 'feed-thumbnail' });
  const film = await makeFilm(owner.id);
  const gallery = await makeGallery(owner.id);
  const single = await makeFile(owner.id, { type: 'photo' });
  const picture = await makePicture(owner.id);
  const product = await makeProduct(owner.id, {}, [picture]);
  const auction = await auctionsIn(app).makeAuction(owner);
  const stream = await chattingIn(app).makeStream(owner.id);
  const images = await db.select().from(auctionImages).where(eq(auctionImages.auctionId, auction));
  expect(await db.select().from(productImages).where(eq(productImages.productId, product))).toHaveLength(1);
  return {
    taken: [
      ['feed', await makePost(owner.id, { text: 'A poem', thumbnailId }, [file])],
      ['video', await makeVideo(owner.id, { fileId: film })],
      ['gallery', gallery.id],
      ['photo', await makePhoto(owner.id, { fileId: single })],
      ['product', product],
      ['auction', auction],
      ['stream', stream.id],
    ],
    fileIds: [
      file,
      thumbnailId,
      film,
      ...gallery.fileIds,
      single,
      picture,
      ...images.map(({ fileId }) => fileId),
    ],
  };
}

/** What a visitor and a fan get from every reading call, asked about these things. */
async function everyReply(taken: readonly Taken[], fileIds: readonly string[]): Promise<Reply[]> {
  const { repliesTo } = askingOf(app, {
    ...all,
    ids: [...taken.map(([, id]) => id), owner.id],
    fileIds,
    mediaItems: taken.filter(([type]) => type !== 'stream'),
  });
  return [...(await repliesTo('fan')), ...(await repliesTo('anonymous'))];
}

/** A person's own reports name what they reported. */
const own = new Set(['GET /reports', 'GET /notifications']);
const mentioning = (replies: readonly Reply[], ids: readonly string[]) =>
  replies.filter(
    ({ route, status, text }) => status < 300 && !own.has(route) && ids.some((id) => text.includes(id)),
  );

test('what is hidden or removed is nowhere to be found', async () => {
  const [hidden, removed] = [await makeOneOfEach(), await makeOneOfEach()];
  const taken = [...hidden.taken, ...removed.taken];
  const fileIds = [...hidden.fileIds, ...removed.fileIds];
  const ids = taken.map(([, id]) => id);
  const before = await everyReply(taken, fileIds);
  // Each of them was somewhere to be found, so the search below would find it.
  for (const id of ids) expect(mentioning(before, [id]).length, id).toBeGreaterThan(0);
  const addresses = new Set(
    before.flatMap(({ text }) => text.match(/\/media\/f\/[0-9a-f-]{36}\/[^"\\]+/g) ?? []),
  );
  const { token } = await all.callAs('fan');
  const open: string[] = [];
  for (const address of [...addresses].filter((one) => fileIds.some((id) => one.includes(id))))
    if ((await ask(address, { token })).status === 200) open.push(address);
  expect(new Set(open.map((address) => address.split('/')[3]))).toEqual(new Set(fileIds));

  for (const [action, { taken: each }] of [['hide', hidden] as const, ['remove', removed] as const])
    for (const [type, id] of each) {
      await report(otherFan, type, id);
      await decide(olga, (await caseOf(id)).id, draft(action));
    }
  const traces = mentioning(await everyReply(taken, fileIds), [...ids, ...fileIds]);
  expect(traces.map(({ route, input }) => ({ route, input }))).toEqual([]);
  const still: string[] = [];
  for (const address of open) if ((await ask(address, { token })).status === 200) still.push(address);
  expect(still).toEqual([]);
}, 240_000);
