import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auctions } from '#backend/db/schema/auctions.ts';
import { orders, products } from '#backend/db/schema/shop.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { orderApp } from '../../../setup/ordering.ts';
import { berlin } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

/* Every step of an order reaches all tabs of both parties, including the one that took it. */
const app = await orderApp();
const { db, ports, ctx, call, raw, order, move, see, after, ship } = app;
const { makeAuction, after: inMs } = auctionsIn(app);

let fan: Person;
let creator: Person;
let productId: string;
beforeEach(async () => {
  ({ fan, creator, productId } = await app.begin());
});

const readdress = (who: Person, id: string, address: object) =>
  raw('PUT /orders/:id/update/delivery-address', { token: who.token, params: { id }, body: { address } });
/** The events of a step about the order, and their recipients. */
async function told(id: string, step: () => Promise<unknown>): Promise<string[]> {
  ports.transport.clear();
  await step();
  return ports.transport
    .of('order/changed')
    .filter(({ payload }) => payload.orderId === id)
    .map(({ room }) => room)
    .toSorted();
}

test('bought, accepted, address changed, shipped, delivered, closed', async () => {
  const both = [rooms.account(fan.id), rooms.account(creator.id)].toSorted();
  ports.transport.clear();
  const id = await order();
  expect(
    ports.transport
      .of('order/changed')
      .map(({ room, payload }) => `${room} ${payload.orderId}`)
      .toSorted(),
  ).toEqual(both.map((room) => `${room} ${id}`));
  expect(await told(id, () => move(creator, id, { action: 'accept' }))).toEqual(both);
  expect(await told(id, () => readdress(fan, id, { ...berlin, city: 'Hamburg' }))).toEqual(both);
  expect(await told(id, () => move(creator, id, ship))).toEqual(both);
  expect(await told(id, () => move(fan, id, { action: 'confirm' }))).toEqual(both);
  expect(await told(id, () => after(7))).toEqual(both);
  expect((await see(fan, id)).state).toBe('closed');
  expect(await told(id, () => move(fan, id, { action: 'confirm' }))).toEqual([]);
});

test('refunded by the operator', async () => {
  const id = await order();
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  expect(
    await told(id, () =>
      refundTransaction({ ...ctx, actor: 'test', actorId: null }, row!.transactionId, 'Sorry'),
    ),
  ).toEqual([rooms.account(fan.id), rooms.account(creator.id)].toSorted());
});

test('won in an auction', async () => {
  const id = await makeAuction(creator, { endAt: inMs(120_000) });
  expect(
    (await call('POST /aution-item', { token: fan.token, body: { auctionId: id, amount: 10 } })).status,
  ).toBe(201);
  ports.clock.move(120_000);
  ports.transport.clear();
  await endAuction(ctx, id);
  expect(
    ports.transport
      .of('order/changed')
      .map(({ room }) => room)
      .toSorted(),
  ).toEqual([rooms.account(fan.id), rooms.account(creator.id)].toSorted());
});

test('once its time has run out, the address can no longer be given', async () => {
  const id = await order();
  ports.clock.move(3 * app.day);
  const answer = await readdress(fan, id, { ...berlin, city: 'Hamburg' });
  expect([answer.status, answer.problem.message]).toEqual([
    409,
    'This order has expired and is being refunded.',
  ]);
  expect((await see(fan, id)).address?.city).toBe('Berlin');
});

test('the event contains the current address', async () => {
  const id = await order();
  await db
    .update(products)
    .set({ shippingCountries: ['DE', 'AT'] })
    .where(eq(products.id, productId));
  expect((await see(fan, id)).shippingCountries).toEqual(['DE', 'AT']);
  const won = await makeAuction(creator, { endAt: inMs(120_000), shippingCountries: ['FR'] });
  await call('POST /aution-item', { token: fan.token, body: { auctionId: won, amount: 10 } });
  ports.clock.move(120_000);
  await endAuction(ctx, won);
  const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders.auctionId, won));
  expect((await see(fan, row!.id)).shippingCountries).toEqual(['FR']);
  expect(
    (await db.select({ state: auctions.state }).from(auctions).where(eq(auctions.id, won)))[0]?.state,
  ).toBe('sold');
});
