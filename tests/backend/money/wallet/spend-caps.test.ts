import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { spendCaps } from '#backend/db/schema/wallet.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { postsIn } from '../../../setup/posts.ts';
import { cappedApp } from '../../../setup/spend-caps.ts';

const app = await cappedApp();
const {
  who,
  stay,
  put,
  caps,
  tip,
  bid,
  subscribe,
  wallet,
  isFlagged,
  token,
  call,
  db,
  ctx,
  ports,
  addCard,
  newKey,
} = app;
const { makePost, block } = postsIn(app);
const { makeAuction } = auctionsIn(app);

describe('a monthly cap', () => {
  test('allows what fits to the cent, and rejects more with what is left and until when', async () => {
    const set = await put({ amount: 1_000 });
    expect(set.data).toEqual({
      data: [{ performer: null, amount: 1_000, spent: 0, left: 1_000, next: null }],
      spent: 0,
      month: { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
      raiseHours: 24,
    });
    expect((await tip(150, who.creator)).status).toBe(201);
    expect((await tip(51, who.creator)).problem).toMatchObject({
      status: 409,
      code: 'spend_cap',
      left: 250,
      until: '2026-04-01T00:00:00.000Z',
      message: 'This exceeds the $10.00 monthly limit you set. You have $2.50 left until April 1.',
    });
    expect(await wallet()).toBe(4_850);
    expect((await tip(50, who.other)).status).toBe(201);
    expect((await tip(10, who.creator)).problem).toMatchObject({ left: 0 });
    expect((await caps()).data).toMatchObject([{ spent: 1_000, left: 0 }]);
  });

  test('starts over each month, in UTC', async () => {
    await stay();
    await put({ amount: 500 });
    ports.clock.set('2026-03-31T23:59:59.000Z');
    expect((await tip(100, who.creator)).status).toBe(201);
    expect((await tip(10, who.creator)).status).toBe(409);
    ports.clock.set('2026-04-01T00:00:00.000Z');
    expect((await tip(100, who.creator)).status).toBe(201);
    expect((await caps()).month.to).toBe('2026-05-01T00:00:00.000Z');
  });

  test('includes what was spent before it was set, and excludes refunds', async () => {
    const paid = await tip(200, who.creator);
    await put({ amount: 1_000 });
    expect((await tip(10, who.creator)).status).toBe(409);
    await transaction(ctx, (tx) => refund(tx, paid.data._id, ''));
    expect((await caps()).spent).toBe(0);
    expect((await tip(200, who.creator)).status).toBe(201);
  });

  test('applies to every purchase: here, a post', async () => {
    await put({ amount: 400 });
    const feedId = await makePost(who.creator.id, { price: 100 });
    expect(
      (await call('POST /wallet/charges/feed/:id', { token: token(), params: { id: feedId } })).problem,
    ).toMatchObject({ status: 409, code: 'spend_cap' });
    expect(
      (
        await call('POST /wallet/charges/feed/:id', {
          token: token(),
          params: { id: await makePost(who.creator.id, { price: 80 }) },
        })
      ).status,
    ).toBe(201);
  });

  test('of two hundred at once, allows no more than fit', async () => {
    await put({ amount: 1_000 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => tip(20, at % 2 ? who.creator : who.other)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ problem }) => problem?.code === 'spend_cap')).toHaveLength(190);
    expect(await wallet()).toBe(4_800);
  }, 60_000);

  test('tokens, a card and a bid at once share what is left', async () => {
    await put({ amount: 1_500 });
    const cardId = await addCard(who.fan);
    const auctions = await Promise.all([who.creator, who.other].map((owner) => makeAuction(owner)));
    const answers = await Promise.all([
      ...auctions.map((id) => bid(id, 180)),
      ...Array.from({ length: 5 }, () => tip(180, who.creator)),
      subscribe(who.creator, cardId),
      subscribe(who.other, cardId),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await caps()).spent).toBeLessThanOrEqual(1_500);
  });

  test('a key that was rejected works again once the cap allows it', async () => {
    await put({ amount: 500 });
    const key = newKey();
    expect((await tip(200, who.creator, key)).status).toBe(409);
    await put({ amount: 1_000 });
    await stay();
    ports.clock.move('24h');
    expect((await tip(200, who.creator, key)).status).toBe(201);
  });
});

describe('a cap with one creator', () => {
  test('applies only to that creator, in addition to the total cap', async () => {
    await put({ amount: 2_000 });
    await put({ performerId: who.creator.id, amount: 500 });
    expect((await tip(101, who.creator)).problem).toMatchObject({
      code: 'spend_cap',
      left: 500,
      message:
        'This exceeds the $5.00 monthly limit you set for this creator. You have $5.00 left until April 1.',
    });
    expect((await tip(100, who.creator)).status).toBe(201);
    expect((await tip(301, who.other)).problem).toMatchObject({ left: 1_500 });
    expect((await tip(300, who.other)).status).toBe(201);
    expect((await caps()).data).toMatchObject([
      { performer: null, spent: 2_000 },
      { performer: { _id: who.creator.id }, spent: 500, left: 0 },
    ]);
  });

  test('requires a visible creator; an existing one can always be lowered', async () => {
    const nobody = await put({ performerId: newKey(), amount: 100 });
    expect(nobody.status).toBe(404);
    expect((await put({ performerId: (await app.makeFan()).id, amount: 100 })).text).toBe(nobody.text);
    await put({ performerId: who.creator.id, amount: 500 });
    await block(who.creator.id, who.fan.id);
    expect((await put({ performerId: who.creator.id, amount: 100 })).data.data).toMatchObject([
      { amount: 100 },
    ]);
    await block(who.other.id, who.fan.id);
    expect((await put({ performerId: who.other.id, amount: 100 })).text).toBe(nobody.text);
    expect((await put({ performerId: who.other.id, amount: null })).text).toBe(nobody.text);
    expect((await put({ performerId: who.creator.id, amount: 100 }, who.creator.token)).status).toBe(422);
  });
});

describe('changing a cap', () => {
  test('lower applies at once, higher after a day; a second request for a smaller raise keeps its time', async () => {
    await stay();
    await put({ amount: 1_000 });
    expect((await put({ amount: 900 })).data.data).toMatchObject([{ amount: 900, next: null }]);
    expect((await put({ amount: 2_000 })).data.data).toMatchObject([
      { amount: 900, next: { amount: 2_000, at: '2026-03-21T09:00:00.000Z' } },
    ]);
    ports.clock.move('23h');
    expect((await tip(181, who.creator)).status).toBe(409);
    expect((await put({ amount: 1_500 })).data.data[0]!.next).toEqual({
      amount: 1_500,
      at: '2026-03-21T09:00:00.000Z',
    });
    ports.clock.move('1h');
    expect((await tip(181, who.creator)).status).toBe(201);
    expect((await caps()).data).toMatchObject([{ amount: 1_500, next: null }]);
    // From here on, an increase waits again and a decrease cancels the waiting one.
    expect((await put({ amount: 1_600 })).data.data).toMatchObject([
      { amount: 1_500, next: { at: '2026-03-22T09:00:00.000Z' } },
    ]);
    ports.clock.move('1h');
    expect((await put({ amount: 3_000 })).data.data[0]!.next).toEqual({
      amount: 3_000,
      at: '2026-03-22T10:00:00.000Z',
    });
    expect((await put({ amount: 1_000 })).data.data).toMatchObject([{ amount: 1_000, next: null }]);
  });

  test('removing it waits too; afterwards caps are no longer checked', async () => {
    await stay();
    await put({ amount: 100 });
    expect(await isFlagged()).toBe(true);
    expect((await put({ amount: null })).data.data).toMatchObject([
      { amount: 100, next: { amount: null, at: '2026-03-21T09:00:00.000Z' } },
    ]);
    expect((await tip(100, who.creator)).status).toBe(409);
    ports.clock.move('24h');
    expect((await tip(100, who.creator)).status).toBe(201);
    expect((await caps()).data).toEqual([]);
    await put({ amount: null });
    expect([await isFlagged(), await db.$count(spendCaps, eq(spendCaps.accountId, who.fan.id))]).toEqual([
      false,
      0,
    ]);
  });

  test("the operator's waiting time applies; fifty at once leave one", async () => {
    await app.settings.set('spendCapRaiseHours', 0);
    await put({ amount: 100 });
    expect((await put({ amount: 200 })).data.data).toMatchObject([{ amount: 200, next: null }]);
    await Promise.all(Array.from({ length: 50 }, (_, at) => put({ amount: 300 + at })));
    expect(await db.$count(spendCaps, eq(spendCaps.accountId, who.fan.id))).toBe(1);
    expect((await put({ amount: null })).data.data).toEqual([]);
    expect(await isFlagged()).toBe(false);
    await app.settings.set('spendCapRaiseHours', 24);
  });

  test.each([
    {},
    { amount: -1 },
    { amount: 1.5 },
    { amount: '100' },
    { amount: 2 ** 53 },
    { amount: 100, more: 1 },
    { performerId: 'x', amount: 1 },
  ])('rejects %j', async (body) => {
    expect((await put(body)).status).toBe(422);
    expect(await isFlagged()).toBe(false);
  });
});
