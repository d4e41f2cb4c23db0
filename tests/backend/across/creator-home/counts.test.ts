import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { coCreators } from '#backend/db/schema/media-items.ts';
import { orders } from '#backend/db/schema/shop.ts';
import { testBackend } from '../../../setup/backend.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import { postsIn } from '../../../setup/posts.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';
import { requestingIn } from '../../../setup/requesting.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';
import { videosIn } from '../../../setup/videos.ts';

const app = await testBackend();
const { ok, db, ports } = app;
const { makePost, block } = postsIn(app);
const { makeProduct, makeOrder } = shopIn(app);
const { makeVideo } = videosIn(app);
const { request, answer } = requestingIn(app);
const privately = privateStreamsIn(app);
const { earn } = payoutsIn(app);

const nothing = {
  orders: 0,
  comments: 0,
  messageRequests: 0,
  coCreations: 0,
  privateStreams: 0,
  available: 0,
};
const counts = (who: Person) => ok('GET /performer/counts', { token: who.token });

let creator: Person;
let fan: Person;
beforeEach(async () => {
  creator = await app.makeCreator({ name: 'Cleo' });
  fan = await app.makeFan({ name: 'Fay' });
  await app.fund(fan.id, 1);
});

test('orders to accept and to ship, and none of another creator', async () => {
  const productId = await makeProduct(creator.id);
  const id = await makeOrder(fan.id, creator.id, { productId });
  await makeOrder(fan.id, creator.id, { productId });
  await db.update(orders).set({ state: 'accepted' }).where(eq(orders.id, id));
  expect(await counts(creator)).toEqual({ ...nothing, orders: 2 });
  await db.update(orders).set({ state: 'shipped' }).where(eq(orders.sellerId, creator.id));
  expect(await counts(creator)).toEqual(nothing);
  expect(await counts(await app.makeCreator())).toEqual(nothing);
});

test('comments that wait for review, without those of blocked people', async () => {
  await ok('PUT /comments/held-words', { token: creator.token, body: { words: ['spoiler'] } });
  const objectId = await makePost(creator.id);
  await ok('POST /comments', {
    token: fan.token,
    body: { objectType: 'feed', objectId, text: 'A spoiler' },
  });
  expect(await counts(creator)).toEqual({ ...nothing, comments: 1 });
  await block(creator.id, fan.id);
  expect(await counts(creator)).toEqual(nothing);
});

test('message requests and private streams, until they are answered', async () => {
  const { creator: asked, id } = await request(0);
  expect(await counts(asked)).toEqual({ ...nothing, messageRequests: 1 });
  await answer(asked, id, 'decline');
  expect(await counts(asked)).toEqual(nothing);

  const streamer = await privately.openCreator();
  const streamId = await privately.ask(await privately.richFan(), streamer);
  expect(await counts(streamer)).toEqual({ ...nothing, privateStreams: 1 });
  await privately.answer(streamer, streamId, 'decline');
  expect(await counts(streamer)).toEqual(nothing);
});

test('requests from creators who tagged them, as the list shows them', async () => {
  const other = await app.makeCreator();
  const itemId = await makeVideo(other.id);
  await db.insert(coCreators).values({
    id: ports.ids(),
    kind: 'video',
    itemId,
    performerId: creator.id,
    createdAt: ports.clock.now(),
  });
  expect(await counts(creator)).toEqual({ ...nothing, coCreations: 1 });
  expect((await ok('GET /performer/co-creators', { token: creator.token })).data).toHaveLength(1);
  await block(creator.id, other.id);
  expect(await counts(creator)).toEqual(nothing);
  expect((await ok('GET /performer/co-creators', { token: creator.token })).data).toEqual([]);
});

test('what can be paid out, without what is on hold', async () => {
  await earn(creator.id, 500, 30);
  await earn(creator.id, 700, 1);
  expect((await counts(creator)).available).toBe(500);
});

test('a count stops at a hundred', async () => {
  const productId = await makeProduct(creator.id);
  for (let made = 0; made < 101; made += 1) await makeOrder(fan.id, creator.id, { productId });
  expect((await counts(creator)).orders).toBe(100);
});
