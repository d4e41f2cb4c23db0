import { beforeEach, expect, test } from 'vitest';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { plusDays } from '#lib/utc-days.ts';
import { dayIn, momentsIn } from '#lib/zone-days.ts';
import { testBackend } from '../../../setup/backend.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { videosIn } from '../../../setup/videos.ts';

/*
 * A month of business of one creator, and each pair of places that shows a figure under the same name. The days are
 * those of the creator's time zone, so each pair is compared in several.
 */

const app = await testBackend();
const { ok, ports, ctx, makeCreator, makeFan, fund } = app;
const sell = earningsIn(app);

ports.clock.set('2026-03-01T12:00:00.000Z');
const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
const sold = { fanId: fan.id, creatorId: creator.id };
await fund(fan.id, 10_000);
await fund(other.id, 10_000);

const post = await postsIn(app).makePost(creator.id, { audience: 'public', price: 20 }, []);
const video = await videosIn(app).makeVideo(creator.id, { price: 30 });
const { id: gallery } = await worksIn(app).makeGallery(creator.id, { price: 40 });
const { id: stream } = await chattingIn(app).makeStream(creator.id, { price: 100 });
const shop = shopIn(app);
const mug = await shop.makeProduct(creator.id, { price: 100, shippingPrice: 20 });
const pattern = await shop.makeDigital(creator.id, { price: 60 });

const buy = async (who: typeof fan, id: string, expectedPrice: number) =>
  ok('POST /wallet/charges/product/:id', {
    token: who.token,
    key: ports.ids(),
    params: { id },
    body: {
      quantity: 1,
      expectedPrice,
      ...(id === mug && { addressId: await shop.makeAddress(who.id) }),
    },
  });
const tip = (id: string, tokens: number) => sell.charge(sold, { subject: 'tip', subjectId: id, tokens });
const unlock = (subject: 'feed' | 'video' | 'gallery' | 'stream', subjectId: string, tokens: number) =>
  sell.charge(sold, { subject, subjectId, tokens });

await unlock('feed', post, 20);
await tip(post, 55);
await unlock('video', video, 30);
await unlock('gallery', gallery, 40);
await sell.refund(await unlock('gallery', gallery, 40));
await unlock('stream', stream, 100);
await tip(stream, 70);
await buy(fan, mug, 120);
const { order } = await buy(other, mug, 120);
await ok('PUT /orders/:id/update', {
  token: other.token,
  params: { id: order._id },
  body: { action: 'cancel', reason: '' },
});
await buy(other, pattern, 60);
await sell.tip(sold, 11);

// Ninety seconds with the fan, a minute of which a spectator paid for, too.
const calls = privateStreamsIn(app);
await calls.terms(creator, { spectatorsEnabled: true, spectatorPerMinute: 30 });
const call = await calls.ask(fan, creator, { allowsSpectators: true });
// Not beside a public stream.
await app.db.update(streams).set({ state: 'ended' });
expect((await calls.answer(creator, call, 'accept')).status).toBe(200);
await calls.join(creator, call);
await calls.join(fan, call);
const both = { creator, fan, id: call };
await calls.flow(both, 30);
await ok('POST /streaming/private/:id/spectate', {
  token: other.token,
  key: ports.ids(),
  params: { id: call },
  body: { expectedPerMinute: 30 },
});
await calls.join(other, call);
await calls.flow(both, 60, [other]);
await calls.answer(fan, call, 'end');

// One paid twice, one pays nothing.
const monthly = await sell.openSubscription(sold);
await sell.paySubscription(sold, monthly);
ports.clock.set('2026-03-02T12:00:00.000Z');
await sell.paySubscription(sold, monthly);
await sell.openSubscription({ fanId: other.id, creatorId: creator.id });

// Sessions end sooner than the month.
let token = '';
beforeEach(async () => {
  token = (await app.openSession(creator.id)).token;
});

const zones = ['UTC', 'Pacific/Tongatapu', 'America/Los_Angeles', 'Asia/Kathmandu'];
let range = { from: '', to: '' };
let moments = { from: '', to: '' };
/** The creator lives in a zone, and the range is its last 28 days. */
const moveTo = async (timeZone: string) => {
  await ok('PUT /users/time-zone', { token, body: { timeZone } });
  const today = dayIn(timeZone, ports.clock.now());
  range = { from: plusDays(today, -27), to: today };
  moments = momentsIn(timeZone, range);
};
beforeEach(() => moveTo('UTC'));
const home = async () => (await ok('GET /performer/home', { token })).figures.last;
const overview = () => ok('GET /performer/statistics', { token, query: range });
const earnings = () => ok('GET /performer/earning/stats', { token, query: moments });
const items = async () => (await ok('GET /performer/statistics/items', { token, query: range })).data;
const listed = async () => {
  const query = {};
  const lists = await Promise.all([
    ok('GET /performer/feeds', { token, query }),
    ok('GET /performer/performer-assets/videos/search', { token, query }),
    ok('GET /performer/performer-assets/galleries/search', { token, query }),
    ok('GET /streaming/own/search', { token, query }),
    ok('GET /performer/performer-assets/products/search', { token, query }),
    ok('GET /streaming/private/search', { token, query: { side: 'creator' } }),
  ]);
  return lists.flatMap(({ data }) => data.map(({ _id, earned }) => [_id, earned] as const));
};

// Before and after the days are added up: the figures may not depend on it.
for (const [when, zone] of ['today', 'once the days are added up'].flatMap((each) =>
  zones.map((at) => [each, at] as const),
))
  test(`each figure is the same wherever it is shown, ${when}, in ${zone}`, async () => {
    if (when !== 'today') {
      ports.clock.set('2026-03-02T23:59:00.000Z');
      await addUpDays(ctx);
      token = (await app.openSession(creator.id)).token;
    }
    await moveTo(zone);
    const [shown, whole, month] = [await home(), await overview(), await earnings()];
    expect(shown.earned).toBeGreaterThan(0);
    expect([whole.totals.earned, month.total.net]).toEqual([shown.earned, shown.earned]);
    expect(shown.subscribers).toBe(1);
    expect([whole.totals.subscribers.new, month.subscribers.new]).toEqual([1, 1]);
    expect([whole.totals.subscribers.renewed, month.subscribers.renewed]).toEqual([1, 1]);
    expect(shown).toMatchObject(range);
    expect(month.byDay.map(({ day, net }) => [day, net])).toEqual(
      whole.series.filter(({ earned }) => earned !== 0).map(({ day, earned }) => [day, earned]),
    );
    const byFans = (await ok('GET /performer/earning/tops', { token, query: moments })).users;
    expect(byFans.reduce((sum, { net }) => sum + net, 0)).toBe(shown.earned);
  });

test('an adjustment changes the balance, wherever it is shown, and no figure of what was earned', async () => {
  const at = async () => ({
    earned: [(await home()).earned, (await overview()).totals.earned, (await earnings()).total.net],
    balance: (await earnings()).balance.total,
    paidOut: (await ok('POST /payout-requests/calculate', { token, body: {} })).available,
    month: await ok('GET /performer/earning/statement', { token, query: { month: '2026-03' } }),
  });
  const before = await at();
  await sell.adjust({ accountId: creator.id, purse: 'earnings', amount: 777 });
  const after = await at();
  expect(after.earned).toEqual(before.earned);
  expect([
    after.balance - before.balance,
    after.paidOut - before.paidOut,
    after.month.closing - before.month.closing,
    after.month.adjustments.net,
    (await earnings()).adjustments.net,
  ]).toEqual([777, 777, 777, 777, 777]);
});

test.each(zones)(
  'what an item earned is the same in its list, in the statistics and in its payments, in %s',
  async (zone) => {
    await moveTo(zone);
    const figures = new Map((await items()).map((item) => [item._id, item]));
    const inLists = await listed();
    expect(inLists.map(([id]) => id).toSorted()).toEqual(
      [post, video, gallery, stream, mug, pattern, call].toSorted(),
    );
    for (const [id, earned] of inLists) {
      expect(figures.get(id)?.earned, id).toBe(earned);
      expect(earned, id).toBeGreaterThan(0);
    }
    const { data } = await ok('GET /performer/earning/search', { token, query: { ...moments, limit: 100 } });
    for (const [id, earned] of inLists) {
      const rows = data.filter(({ item }) => item?._id === id);
      expect(
        rows.reduce((sum, { net }) => sum + net, 0),
        id,
      ).toBe(earned);
    }
  },
);

test('what a private stream earned is the same on its page, in its statement and in what its creator is told', async () => {
  const { earned, title } = (await items()).find(({ _id }) => _id === call)!;
  expect(title).toBe(`Private stream with ${fan.viewer.name}`);
  // 120 tokens of two people are 6.00, less a fifth.
  expect(earned).toBe(480);
  expect((await ok('GET /streaming/private/:id', { token, params: { id: call } })).earned).toBe(earned);
  const statement = await ok('GET /streaming/private/:id/statement', { token, params: { id: call } });
  expect([statement.earned, statement.tokens, statement.spectatorTokens]).toEqual([earned, 90, 30]);
  const told = async (who: string) =>
    (await ok('GET /notifications', { token: who })).data.find(({ text }) => text.includes('has ended'))
      ?.text;
  expect(await told(token)).toMatch(/ has ended\. You earned \$4\.80\.$/);
  expect(await told((await app.openSession(fan.id)).token)).toMatch(/ has ended\. It cost 90 tokens\.$/);
});

test('what was bought counts, whether it is shipped or downloaded, and what was refunded doesn’t', async () => {
  const figures = new Map((await items()).map((item) => [item._id, item.unlocks]));
  expect([figures.get(mug), figures.get(pattern)]).toEqual([1, 1]);
  const { data } = await ok('GET /performer/performer-assets/products/search', { token, query: {} });
  for (const product of data) expect(figures.get(product._id), product.title).toBe(product.sold);
});
