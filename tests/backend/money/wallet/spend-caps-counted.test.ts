import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments } from '#backend/db/schema/ledger.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { couponsIn } from '../../../setup/coupons.ts';
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
  token,
  call,
  raw,
  db,
  ctx,
  ports,
  fund,
  backend,
  addCard,
} = app;
const { makeAuction } = auctionsIn(app);

describe('bids', () => {
  test('holds count, a raise by its difference, and being outbid frees the amount', async () => {
    const rival = await app.makeFan();
    await fund(rival.id, 1_000);
    await put({ amount: 1_000 });
    const id = await makeAuction(who.creator);
    expect((await bid(id, 201)).problem).toMatchObject({ status: 409, code: 'spend_cap', left: 1_000 });
    expect((await bid(id, 150)).status).toBe(201);
    expect((await tip(51, who.creator)).problem).toMatchObject({ left: 250 });
    expect((await bid(id, 200)).status).toBe(201);
    expect((await bid(id, 210)).problem).toMatchObject({ code: 'spend_cap', left: 0 });
    await call('POST /aution-item', { token: rival.token, body: { auctionId: id, amount: 250 } });
    expect((await caps()).spent).toBe(0);
    expect((await tip(200, who.creator)).status).toBe(201);
  });

  test('a won auction still counts, as the charge that it became', async () => {
    await put({ amount: 1_000 });
    const id = await makeAuction(who.creator);
    await bid(id, 150);
    ports.clock.move('2h');
    await endAuction(ctx, id);
    expect((await caps()).spent).toBe(750);
  });
});

describe('subscriptions', () => {
  test("count card payments, pending or done; starting one is rejected, renewing isn't", async () => {
    await stay();
    const cardId = await addCard(who.fan);
    const { code } = await couponsIn(app).makeCoupon({ kind: 'fixed', off: 300 });
    await put({ amount: 1_600 });
    expect((await subscribe(who.creator, cardId, { couponCode: code })).status).toBe(201);
    expect((await caps()).spent).toBe(699);
    expect((await subscribe(who.other, cardId)).problem).toMatchObject({
      status: 409,
      code: 'spend_cap',
      left: 901,
    });
    expect(await db.$count(payments, eq(payments.accountId, who.fan.id))).toBe(1);
    await put({ amount: 0 });
    const [row] = await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, who.fan.id), eq(subscriptions.performerId, who.creator.id)));
    ports.clock.set(new Date(row!.periodEnd.getTime() - 60_000));
    await backend.runJobs();
    expect((await caps()).data).toMatchObject([{ amount: 0, spent: 999, left: 0 }]);
  });

  test('a failed renewal can be paid manually, whatever the cap', async () => {
    await stay();
    const cardId = await addCard(who.fan);
    await subscribe(who.creator, cardId);
    await put({ amount: 0 });
    await db
      .update(subscriptions)
      .set({ state: 'past_due', retries: 1, periodEnd: ports.clock.now(), nextAttemptAt: null })
      .where(eq(subscriptions.userId, who.fan.id));
    expect((await subscribe(who.creator, cardId)).status).toBe(201);
    expect((await subscribe(who.other, cardId)).problem).toMatchObject({ code: 'spend_cap' });
  });

  test('twenty started at once with twenty creators: as many as fit', async () => {
    await put({ amount: 2_500 });
    const [cardId, creators] = [
      await addCard(who.fan),
      await Promise.all(Array.from({ length: 20 }, () => app.makeCreator())),
    ];
    const answers = await Promise.all(creators.map((each) => subscribe(each, cardId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ problem }) => problem?.code === 'spend_cap')).toHaveLength(18);
  }, 30_000);

  test('a payment waiting for the bank reserves its amount', async () => {
    await put({ amount: 1_000 });
    const asks = await addCard(who.fan, 'asks');
    expect((await subscribe(who.creator, asks)).problem).toMatchObject({ code: 'card_challenge' });
    expect((await tip(10, who.creator)).problem).toMatchObject({ code: 'spend_cap', left: 1 });
  });
});

test("a top-up isn't spending", async () => {
  await put({ amount: 0 });
  expect(
    (
      await raw('POST /payment/wallet/top-up', {
        token: token(),
        body: { amount: 1_000, cardId: await addCard(who.fan) },
      })
    ).status,
  ).toBe(201);
});
