import { and, count, eq, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auctions } from '#backend/db/schema/auctions.ts';
import { coupons } from '#backend/db/schema/coupons.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { galleries } from '#backend/db/schema/galleries.ts';
import { ledgerPostings, payments } from '#backend/db/schema/ledger.ts';
import { messages } from '#backend/db/schema/messages.ts';
import { tokenPackages } from '#backend/db/schema/operator.ts';
import type { feeds } from '#backend/db/schema/posts.ts';
import { promotions } from '#backend/db/schema/promotions.ts';
import { orders, products } from '#backend/db/schema/shop.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import { formatMoney, formatTokens } from '#lib/format.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { type Answer, testBackend } from '../../../setup/backend.ts';
import { couponsIn } from '../../../setup/coupons.ts';
import { type Look, type Row, thingsIn } from '../../../setup/looks.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';
import { videosIn } from '../../../setup/videos.ts';
import { worksIn } from '../../../setup/media-items.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, raw, ok, ctx, settings, fund } = app;
const money = moneyIn(app);
const { makePost } = postsIn(app);
const { makeVideo } = videosIn(app);
const { makeGallery } = worksIn(app);
const { makeProduct, makeDigital } = shopIn(app);
const { makeAuction } = auctionsIn(app);
const { makeCoupon } = couponsIn(app);
const { paidMessage, makeStream, makePackage } = thingsIn(app);

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' }, { isFreeSubscription: true });
  cardId = await money.addCard(fan);
  await fund(fan.id, 10_000);
});

const setPost = (id: string, values: Partial<typeof feeds.$inferInsert>) =>
  ok('PUT /performer/feeds/:id', { token: creator.token, params: { id }, body: values as object });
const setPrice = (values: Partial<typeof performers.$inferInsert>) =>
  db.update(performers).set(values).where(eq(performers.accountId, creator.id));
const offer = async (percent: number): Promise<string> =>
  (await ok('POST /promotions', { token: creator.token, body: { percent, audience: 'all' } }))._id;

/** An item sold permanently for tokens: more expensive, cheaper, for subscribers only, or free for all. */
function sold(
  make: () => Promise<string>,
  set: (id: string, values: { price?: number; audience?: 'public' | 'subscribers' }) => Promise<unknown>,
): Row {
  const look = async (
    now: number | null,
    values: { price: number; audience?: 'public' | 'subscribers' },
    more: Partial<Look> = {},
  ): Promise<Look> => {
    const id = await make();
    return { id, shown: 100, now, unit: 'token', change: () => set(id, values), ...more };
  };
  return {
    'a price that was raised': () => look(3_000, { price: 3_000 }),
    'a price that was lowered': () => look(40, { price: 40 }),
    'an audience that needs a subscription': async () => {
      const given = await look(null, { price: 0, audience: 'subscribers' });
      return { ...given, mend: () => set(given.id!, { price: 100 }) };
    },
    'an audience of everybody': async () => {
      const given = await look(null, { price: 0, audience: 'public' }, { code: 'already_owned' });
      return { ...given, mend: () => set(given.id!, { price: 100 }) };
    },
  };
}

async function parcel(
  now: number | null,
  values: Partial<typeof products.$inferInsert>,
  more: Partial<Look> = {},
): Promise<Look> {
  const id = await makeProduct(creator.id, { stock: 3 });
  return {
    id,
    body: { quantity: 2, address: berlin },
    shown: 220,
    now,
    unit: 'token',
    change: () => db.update(products).set(values).where(eq(products.id, id)),
    ...more,
  };
}

const subscribing = (look: Partial<Look> & Pick<Look, 'now' | 'change'>): Look => ({
  body: { performerId: creator.id, type: 'monthly', cardId },
  shown: 999,
  unit: 'money',
  ...look,
});
const withCoupon = async (values: object, now: number): Promise<Look> => {
  const { id, code } = await makeCoupon();
  const body = { performerId: creator.id, type: 'monthly', cardId, couponCode: code };
  return subscribing({
    body,
    shown: 900,
    now,
    change: () => db.update(coupons).set(values).where(eq(coupons.id, id)),
    ...(now === 999 ? { again: { ...body, couponCode: undefined } } : {}),
  });
};
const toppingUp = async (values: object, now: number): Promise<Look> => {
  const { id, code } = await makeCoupon();
  const body = { packageId: await makePackage(), cardId, couponCode: code };
  return {
    body,
    shown: 450,
    now,
    unit: 'money',
    change: () => db.update(coupons).set(values).where(eq(coupons.id, id)),
    ...(now === 500 ? { again: { ...body, couponCode: undefined } } : {}),
  };
};

/** Every call that charges someone, and everything that may change between showing the price and paying. */
const table: Readonly<Record<string, Row>> = {
  'POST /wallet/charges/feed/:id': sold(
    () => makePost(creator.id, { price: 100 }),
    (id, values) => setPost(id, values),
  ),
  'POST /wallet/charges/video/:id': sold(
    () => makeVideo(creator.id, { price: 100 }),
    (id, values) => db.update(videos).set(values).where(eq(videos.id, id)),
  ),
  'POST /wallet/charges/gallery/:id': sold(
    async () => (await makeGallery(creator.id, { price: 100 })).id,
    (id, values) => db.update(galleries).set(values).where(eq(galleries.id, id)),
  ),
  'POST /wallet/charges/stream/:id': sold(
    () => makeStream(creator.id),
    (id, values) => db.update(streams).set(values).where(eq(streams.id, id)),
  ),
  'POST /wallet/charges/message/:id': {
    'a price that was raised': async () => {
      const id = await paidMessage(fan, creator);
      return {
        id,
        shown: 100,
        now: 3_000,
        unit: 'token',
        change: () => db.update(messages).set({ price: 3_000 }).where(eq(messages.id, id)),
      };
    },
  },
  'POST /wallet/charges/product/:id': {
    'a price that was raised': () => parcel(2_020, { price: 1_000 }),
    'shipping that was raised': () => parcel(900, { shippingPrice: 700 }),
    'a price that was lowered': () => parcel(40, { price: 10 }),
    'a stock that is smaller': async () => {
      const given = await parcel(null, { stock: 1 });
      return {
        ...given,
        mend: () => db.update(products).set({ stock: 2 }).where(eq(products.id, given.id!)),
      };
    },
    'the price of a download': async () => {
      const id = await makeDigital(creator.id, { price: 100 });
      return {
        id,
        body: {},
        shown: 100,
        now: 300,
        unit: 'token',
        change: () => db.update(products).set({ price: 300 }).where(eq(products.id, id)),
      };
    },
  },
  'POST /wallet/charges/tip/:id': {
    'a smallest tip that was raised': async () => ({
      id: creator.id,
      field: 'amount',
      shown: 10,
      now: 20,
      unit: 'token',
      status: 422,
      code: 'invalid_input',
      change: () => settings.set('minimumTipPrice', 20),
    }),
  },
  'POST /aution-item': {
    'somebody who bid before': async () => {
      const auctionId = await makeAuction(creator);
      const rival = await app.makeFan();
      await fund(rival.id, 500);
      return {
        body: { auctionId },
        field: 'amount',
        shown: 10,
        now: 11,
        unit: 'token',
        code: 'conflict',
        change: () => ok('POST /aution-item', { token: rival.token, body: { auctionId, amount: 10 } }),
      };
    },
    'a start price that was raised': async () => {
      const auctionId = await makeAuction(creator);
      return {
        body: { auctionId },
        field: 'amount',
        shown: 10,
        now: 500,
        unit: 'token',
        code: 'conflict',
        change: () => db.update(auctions).set({ startPrice: 500 }).where(eq(auctions.id, auctionId)),
      };
    },
    'another thing under the same title': async () => {
      const auctionId = await makeAuction(creator);
      const view = () => ok('GET /autions/:id/view', { params: { id: auctionId } });
      const { updatedAt } = await view();
      let seen = updatedAt;
      return {
        body: { auctionId, seen },
        field: 'amount',
        shown: 10,
        now: null,
        unit: 'token',
        code: 'conflict',
        change: async () => {
          ports.clock.move(1_000);
          await ok('PUT /autions/:id', {
            token: creator.token,
            params: { id: auctionId },
            body: { description: 'A copy' },
          });
          seen = (await view()).updatedAt;
        },
        mend: async () => undefined,
        get again() {
          return { auctionId, seen };
        },
      };
    },
  },
  'POST /payment/subscribe/performers': {
    'a price that was raised': async () =>
      subscribing({ now: 1_299, change: () => setPrice({ monthlyPrice: 1_299 }) }),
    'a price that was lowered': async () =>
      subscribing({ now: 499, change: () => setPrice({ monthlyPrice: 499, yearlyPrice: 4_990 }) }),
    'an offer that ended': async () => {
      const promotionId = await offer(50);
      const body = { performerId: creator.id, type: 'monthly', cardId };
      return subscribing({
        body: { ...body, promotionId },
        again: body,
        shown: 500,
        now: 999,
        change: () => ok('PUT /promotions/:id/end', { token: creator.token, params: { id: promotionId } }),
      });
    },
    'a better offer': async () => {
      const promotionId = await offer(20);
      const body = { performerId: creator.id, type: 'monthly', cardId };
      return subscribing({
        body: { ...body, promotionId },
        again: body,
        shown: 799,
        now: 500,
        change: () => offer(50),
      });
    },
    'an offer that nobody named': async () => subscribing({ now: 500, change: () => offer(50) }),
    'a coupon that ended': () => withCoupon({ endsAt: ports.clock.now() }, 999),
    'a coupon that takes less off': () => withCoupon({ off: 1 }, 990),
    'free days that are over': async () => {
      const body = { performerId: creator.id, type: 'free' };
      return subscribing({
        body,
        shown: 0,
        now: null,
        status: 422,
        code: 'invalid_input',
        change: () => setPrice({ isFreeSubscription: false }),
        mend: () => setPrice({ isFreeSubscription: true }),
      });
    },
  },
  'POST /gifts': {
    'a price that was raised': async () => ({
      body: { performerId: creator.id, months: 1, cardId },
      shown: 999,
      now: 1_200,
      unit: 'money',
      change: () => setPrice({ monthlyPrice: 1_200 }),
    }),
    'a length that is discounted': async () => ({
      body: { performerId: creator.id, months: 3, cardId },
      shown: 2_997,
      now: 2_697,
      unit: 'money',
      change: () => setPrice({ quarterlyPercent: 10 }),
    }),
  },
  'POST /payment/wallet/top-up': {
    'a package that became dearer': async () => {
      const packageId = await makePackage();
      return {
        body: { packageId, cardId },
        shown: 500,
        now: 600,
        unit: 'money',
        change: () => db.update(tokenPackages).set({ price: 600 }).where(eq(tokenPackages.id, packageId)),
      };
    },
    'a coupon that ended': () => toppingUp({ endsAt: ports.clock.now() }, 500),
    'a coupon that takes less off': () => toppingUp({ off: 2 }, 490),
    'a smallest amount that was raised': async () => ({
      body: { cardId },
      field: 'amount',
      shown: 500,
      now: 600,
      unit: 'money',
      status: 422,
      code: 'invalid_input',
      change: () => settings.set('minimumWalletPrice', 600),
    }),
  },
  'POST /payment/:provider/switch-subscription/:id': {
    'a price that was raised': async () => {
      const { _id: id } = await ok('POST /payment/subscribe/performers', {
        token: fan.token,
        body: { performerId: creator.id, type: 'monthly', cardId },
      });
      return {
        id,
        body: { type: 'yearly', cardId },
        field: 'amount',
        shown: 9_990 - 999,
        now: 12_000 - 999,
        unit: 'money',
        change: () => setPrice({ yearlyPrice: 12_000 }),
      };
    },
  },
};
/** Calls with an `Idempotency-Key` that charge nobody. */
const chargesNobody = [
  'POST /payout-requests',
  'PUT /payout-requests/:id',
  'POST /payout-requests/:id/cancel',
  'POST /wallet/charges/:id/undo',
  'POST /orders/:id/refunds',
];
/** Charged later: see `messages/requests.test.ts` and `streams/private-streams.test.ts`. */
const seldomCharges = [
  'POST /messages/conversations/:id',
  'POST /streaming/private',
  'POST /streaming/private/:id/spectate',
];

/** Everything that a charge writes. */
const moved = async () => ({
  postings: (await db.select({ n: count() }).from(ledgerPostings))[0]!.n,
  purchases: (await db.select({ n: count() }).from(purchases))[0]!.n,
  payments: (await db.select({ n: count() }).from(payments))[0]!.n,
  orders: (await db.select({ n: count() }).from(orders))[0]!.n,
  running: (
    await db
      .select({ n: count() })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, fan.id), ne(subscriptions.state, 'incomplete')))
  )[0]!.n,
  uses: [
    (await db.select({ uses: coupons.uses }).from(coupons)).map(({ uses }) => uses),
    (await db.select({ uses: promotions.uses }).from(promotions)).map(({ uses }) => uses),
  ],
});
/** What left the wallet (including holds for bids) or was charged to the card. */
async function paidBy(unit: Look['unit']): Promise<number> {
  if (unit === 'money')
    return (
      (
        await db
          .select()
          .from(payments)
          .where(and(eq(payments.accountId, fan.id), eq(payments.state, 'succeeded')))
      ).at(-1)?.amount ?? 0
    );
  return 10_000 - (await ok('GET /wallet/balance', { token: fan.token })).balance;
}

test('every call that charges somebody is covered', () => {
  const idempotent = Object.entries(contract as Readonly<Record<string, OpDef>>).flatMap(
    ([route, { idempotent: moves }]) => (moves ? [route] : []),
  );
  expect([...Object.keys(table), ...chargesNobody, ...seldomCharges].sort()).toEqual(idempotent.sort());
  const wallet = Object.keys(contract).filter(
    (route) => route.startsWith('POST /wallet/charges/') && !chargesNobody.includes(route),
  );
  expect(Object.keys(table)).toEqual(expect.arrayContaining(wallet));
});

/** Expects an error message, and the current price if there is one. */
function expectRefusal({ status, problem }: Pick<Answer<unknown>, 'status' | 'problem'>, look: Look): void {
  const { now, unit, status: expected = 409, code = now === null ? 'conflict' : 'price_changed' } = look;
  expect([status, problem?.code, problem?.message]).toEqual([
    expected,
    code,
    expect.stringMatching(/\w.*\.$/),
  ]);
  if (now === null || expected !== 409) return;
  expect(problem).toMatchObject(code === 'conflict' ? { minimumBid: now } : { amount: now });
  expect(problem.message).toContain(unit === 'money' ? formatMoney(now) : formatTokens(now));
}

/** Presses the button that shows `price`. */
function press(
  route: string,
  { id = '', field = 'expectedPrice', shown }: Look,
  { key, price, body }: { key: string; price: number; body: object | undefined },
) {
  return raw<object>(route, {
    token: fan.token,
    key,
    params: { id, provider: 'sandbox' },
    body: { ...body, ...(shown === 0 ? {} : { [field]: price }) },
  });
}

afterEach(async () => {
  await settings.set('minimumTipPrice', 10);
  await settings.set('minimumWalletPrice', 295);
});

describe.each(Object.keys(table))('%s', (route) => {
  test.each(Object.keys(table[route]!))(
    '%s between viewing and paying is reported and not charged; once seen, it is charged',
    async (name) => {
      const look = await table[route]![name]!();
      const key = ports.ids();
      await look.change();
      const before = await moved();
      expectRefusal(await press(route, look, { key, price: look.shown, body: look.body }), look);
      expect(await moved()).toEqual(before);
      expect(await checkLedger(ctx)).toEqual([]);

      await look.mend?.();
      const price = look.now ?? look.shown;
      // The key wasn't used up, because nothing happened.
      const paid = await press(route, look, { key, price, body: look.again ?? look.body });
      expect([paid.status < 300, paid.problem?.message]).toEqual([true, undefined]);
      expect(await paidBy(look.unit)).toBe(price);
      expect(await checkLedger(ctx)).toEqual([]);
    },
  );

  test("can't be called without the price", async () => {
    const look = await Object.values(table[route]!)[0]!();
    const before = await moved();
    const { status, problem } = await raw(route, {
      token: fan.token,
      params: { id: look.id ?? '', provider: 'sandbox' },
      body: { ...look.body, expectedPrice: undefined },
    });
    expect([status, problem.errors?.map((error) => error.field)]).toEqual([
      422,
      [look.field ?? 'expectedPrice'],
    ]);
    expect(await moved()).toEqual(before);
  });
});
