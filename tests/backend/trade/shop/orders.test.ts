import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { orders, products } from '#backend/db/schema/shop.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { balanceOf, post } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { createOrder } from '#backend/domain/trade/shop/order-creating.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { orderApp } from '../../../setup/ordering.ts';
import { berlin } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await orderApp();
const {
  db,
  ports,
  ctx,
  call,
  raw,
  ok,
  makeFan,
  settings,
  makeDigital,
  makeAddress,
  order,
  move,
  see,
  stockOf,
  wallet,
  after,
  ship,
  day,
} = app;

let fan: Person;
let creator: Person;
let productId: string;
beforeEach(async () => {
  ({ fan, creator, productId } = await app.begin());
});

describe('an order advances', () => {
  test('from paid to closed, each side seeing what happens next and when', async () => {
    const id = await order();
    expect(await see(creator, id)).toMatchObject({
      role: 'seller',
      actions: ['accept', 'deny'],
      canChangeAddress: false,
      buyer: { _id: fan.id },
      address: berlin,
    });
    const accepted = (await move(creator, id, { action: 'accept' })).data;
    expect(accepted).toMatchObject({
      state: 'accepted',
      actions: ['ship', 'deny'],
      deadline: { effect: 'expire', at: new Date(ports.clock.now().getTime() + 9 * day).toISOString() },
    });
    ports.transport.clear();
    const shipped = (await move(creator, id, ship)).data;
    expect(shipped).toMatchObject({
      state: 'shipped',
      carrier: 'DHL',
      tracking: 'JD0143',
      actions: ['refund', 'correct'],
      deadline: { effect: 'deliver', at: new Date(ports.clock.now().getTime() + 14 * day).toISOString() },
    });
    expect(
      ports.transport.of('notification/created').map(({ room, payload }) => [room, payload.text]),
    ).toEqual([[rooms.account(fan.id), `“Stoneware mug” (order ${shipped.number}) has shipped.`]]);
    expect((await see(fan, id)).actions).toEqual(['confirm', 'report']);
    const delivered = (await move(fan, id, { action: 'confirm' })).data;
    expect(delivered).toMatchObject({
      state: 'delivered',
      actions: ['report'],
      deadline: { effect: 'close' },
    });
    await after(7);
    const closed = await see(fan, id);
    expect(closed).toMatchObject({ state: 'closed', deadline: null, actions: [] });
    expect(closed.timeline.map(({ event, by, note }) => [event, by, note])).toEqual([
      ['paid', 'buyer', ''],
      ['accepted', 'seller', ''],
      ['shipped', 'seller', 'DHL, JD0143'],
      ['delivered', 'buyer', ''],
      ['closed', 'system', ''],
    ]);
    expect([await wallet(), await stockOf(), await checkLedger(ctx)]).toEqual([
      880,
      { stock: 6, sold: 1 },
      [],
    ]);
  });

  test('to delivered automatically two weeks after it was shipped, not an hour earlier', async () => {
    const id = await order();
    await move(creator, id, { action: 'accept' });
    await move(creator, id, ship);
    await after(14 - 1 / 24);
    expect((await see(fan, id)).state).toBe('shipped');
    await after(1 / 24);
    expect((await see(fan, id)).state).toBe('delivered');
    await after(7);
    expect((await see(creator, id)).timeline.map(({ event, by }) => `${event} ${by}`)).toEqual([
      'paid buyer',
      'accepted seller',
      'shipped seller',
      'delivered system',
      'closed system',
    ]);
  });
});

describe('the money is returned', () => {
  const refunded = { state: 'refunded', deadline: null, actions: [] };

  test('after three days without a response, automatically, and both are notified', async () => {
    const id = await order(2);
    await after(2.9);
    expect([(await see(fan, id)).state, await wallet()]).toEqual(['paid', 780]);
    ports.transport.clear();
    await after(0.1);
    expect(await see(fan, id)).toMatchObject({
      ...refunded,
      timeline: [{ event: 'paid' }, { event: 'expired', by: 'system' }, { event: 'refunded', by: 'system' }],
    });
    expect([await wallet(), await balanceOf(ctx, 'earnings', creator.id), await stockOf()]).toEqual([
      1_000,
      0,
      { stock: 7, sold: 0 },
    ]);
    expect(
      ports.transport
        .of('notification/created')
        .map(({ room }) => room)
        .toSorted(),
    ).toEqual([rooms.account(fan.id), rooms.account(creator.id)].toSorted());
    expect(ports.transport.of('balance/updated', rooms.account(fan.id))[0]?.payload).toEqual({
      added: 220,
      balance: 1_000,
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('if it was accepted and never shipped', async () => {
    const id = await order();
    await move(creator, id, { action: 'accept' });
    await after(8.9);
    expect((await see(fan, id)).state).toBe('accepted');
    await after(0.1);
    expect([(await see(fan, id)).state, await wallet()]).toEqual(['refunded', 1_000]);
  });

  test('if the seller denies it, before or after accepting, with the reason', async () => {
    for (const first of [[], ['accept'] as const]) {
      const id = await order();
      for (const action of first) await move(creator, id, { action });
      const { data } = await move(creator, id, { action: 'deny', reason: 'It broke in the kiln' });
      expect(data).toMatchObject(refunded);
      expect(data.timeline.at(-2)).toMatchObject({
        event: 'denied',
        by: 'seller',
        note: 'It broke in the kiln',
      });
    }
    expect([await wallet(), await stockOf(), await checkLedger(ctx)]).toEqual([
      1_000,
      { stock: 7, sold: 0 },
      [],
    ]);
  });

  test('if the buyer cancels before it is accepted', async () => {
    const id = await order();
    expect((await move(fan, id, { action: 'cancel', reason: '' })).data).toMatchObject(refunded);
    expect([await wallet(), await stockOf()]).toEqual([1_000, { stock: 7, sold: 0 }]);
  });

  test("if the operator refunds it: unshipped items return to stock, shipped ones don't, and a download is revoked", async () => {
    const operator = { ...ctx, actor: 'test', actorId: null };
    const [unsent, sent, accepted] = [await order(), await order(), await order()];
    for (const id of [sent, accepted]) await move(creator, id, { action: 'accept' });
    await move(creator, sent, ship);
    const fileProduct = await makeDigital(creator.id);
    const { order: file } = await ok('POST /wallet/charges/product/:id', {
      token: fan.token,
      params: { id: fileProduct },
      body: {},
    });
    for (const id of [unsent, sent, accepted, file._id]) {
      const [row] = await db.select().from(orders).where(eq(orders.id, id));
      await refundTransaction(operator, row!.transactionId, 'Sorry');
      expect(await see(fan, id)).toMatchObject({ ...refunded, canDownload: false });
      expect((await see(fan, id)).timeline.at(-1)).toMatchObject({
        event: 'refunded',
        by: 'operator',
        note: 'Sorry',
      });
    }
    expect([await wallet(), (await stockOf())?.stock]).toEqual([1_000, 6]);
    expect(
      (
        await call('GET /performer-assets/products/:id/download-link', {
          token: fan.token,
          params: { id: fileProduct },
        })
      ).status,
    ).toBe(409);
    expect(
      (await db.select().from(purchases).where(eq(purchases.itemId, fileProduct)))[0]?.reversedAt,
    ).not.toBeNull();
    expect(
      (
        await ok('POST /wallet/charges/product/:id', {
          token: fan.token,
          params: { id: fileProduct },
          body: {},
        })
      ).order._id,
    ).not.toBe(file._id);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("for a won auction from the bid's hold, into the wallet", async () => {
    const postings = [
      { kind: 'wallet', ownerId: fan.id, amount: -300 },
      { kind: 'wallet_held', ownerId: fan.id, amount: 300 },
    ] as const;
    await transaction(ctx, (tx) =>
      post(tx, { kind: 'hold', subject: 'hold', actorId: fan.id, description: 'Bid', postings }),
    );
    const id = await wonOrder();
    await move(creator, id, { action: 'deny', reason: 'It is lost' });
    expect([await wallet(), await balanceOf(ctx, 'wallet_held', fan.id)]).toEqual([1_000, 0]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

/** An order as an auction creates it for a winning bid of 300, without an address. */
async function wonOrder(): Promise<string> {
  const held = (await balanceOf(ctx, 'wallet_held', fan.id)) >= 300;
  return transaction(ctx, async (tx) => {
    const postings = [
      { kind: held ? 'wallet_held' : 'wallet', ownerId: fan.id, amount: -300 },
      { site: 'exchangeTokens', amount: 300 },
      { site: 'exchangeMoney', amount: -1_500 },
      { kind: 'earnings', ownerId: creator.id, amount: 1_200 },
      { site: 'commission', amount: 300 },
    ] as const;
    const { transactionId } = await post(tx, {
      kind: 'charge',
      subject: 'auction',
      subjectId: tx.ports.ids(),
      actorId: fan.id,
      performerId: creator.id,
      description: 'Won',
      postings,
    });
    const made = await createOrder(tx, {
      source: 'auction',
      buyerId: fan.id,
      sellerId: creator.id,
      snapshot: { name: 'Vase', description: '', type: 'physical', unitPrice: 300, imageFileId: null },
      fileIds: [],
      quantity: 1,
      subtotal: 300,
      shipping: 0,
      address: null,
      transactionId,
    });
    return made._id;
  });
}

describe('the delivery address', () => {
  const readdress = (who: Person, id: string, body: object) =>
    raw('PUT /orders/:id/update/delivery-address', { token: who.token, params: { id }, body });

  test("a won auction waits for the winner's address and isn't shipped before; the winner can't cancel", async () => {
    const id = await wonOrder();
    expect(await see(fan, id)).toMatchObject({ address: null, canChangeAddress: true, actions: [] });
    const refusedCancel = await move(fan, id, { action: 'cancel', reason: '' });
    expect([refusedCancel.status, refusedCancel.problem.message]).toEqual([
      409,
      'You can’t cancel a winning bid. Contact the creator.',
    ]);
    await move(creator, id, { action: 'accept' });
    expect((await see(creator, id)).actions).toEqual(['deny']);
    const refused = await move(creator, id, ship);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      'The buyer hasn’t added a delivery address yet, so you can’t ship it.',
    ]);
    expect((await readdress(fan, id, { addressId: await makeAddress(fan.id) })).status).toBe(200);
    expect((await move(creator, id, ship)).data).toMatchObject({ state: 'shipped', address: berlin });
  });

  test('the buyer can change it until the order is shipped', async () => {
    const id = await order();
    await db
      .update(products)
      .set({ shippingCountries: ['DE'] })
      .where(eq(products.id, productId));
    expect(
      (await readdress(fan, id, { address: { ...berlin, country: 'FR' } })).problem.errors?.[0]?.field,
    ).toBe('address.country');
    expect((await readdress(fan, id, {})).status).toBe(422);
    await readdress(fan, id, { address: { ...berlin, city: 'Hamburg' } });
    expect((await see(creator, id)).address?.city).toBe('Hamburg');
    expect((await readdress(creator, id, { address: berlin })).status).toBe(409);
    await move(creator, id, { action: 'accept' });
    await move(creator, id, ship);
    expect([
      (await readdress(fan, id, { address: berlin })).status,
      (await see(fan, id)).canChangeAddress,
    ]).toEqual([409, false]);
  });
});

describe('lists', () => {
  test('each side finds its own, by state, number and name, paged by key', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      ports.clock.move(1_000);
      ids.unshift(await order());
    }
    await move(creator, ids[0]!, { action: 'accept' });
    const first = await ok('GET /orders/users/search', { token: fan.token, query: { limit: 3 } });
    const second = await ok('GET /orders/users/search', {
      token: fan.token,
      query: { limit: 3, cursor: first.nextCursor! },
    });
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(ids);
    expect([first.total, second.nextCursor]).toEqual([4, null]);
    expect(
      (await ok('GET /orders/search', { token: creator.token, query: { state: 'accepted' } })).data.map(
        ({ _id, actions }) => [_id, actions],
      ),
    ).toEqual([[ids[0], ['ship', 'deny']]]);
    const { number } = first.data[1]!;
    expect(
      (await ok('GET /orders/search', { token: creator.token, query: { q: number.toLowerCase() } })).data.map(
        (row) => row.number,
      ),
    ).toEqual([number]);
    expect((await ok('GET /orders/search', { token: creator.token, query: { q: 'stoneware' } })).total).toBe(
      4,
    );
    expect((await ok('GET /orders/users/search', { token: (await makeFan()).token })).data).toEqual([]);
    const { createdAt } = first.data[1]!;
    const within = async (query: object) =>
      (await ok('GET /orders/search', { token: creator.token, query })).data.map(({ _id }) => _id);
    expect([await within({ from: createdAt }), await within({ to: createdAt })]).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ]);
  });

  test("the operator's deadlines apply to steps that start after they were set", async () => {
    await settings.set('orderAcceptDays', 1);
    const id = await order();
    await settings.set('orderAcceptDays', 3);
    await after(1);
    expect((await see(fan, id)).state).toBe('refunded');
  });
});
