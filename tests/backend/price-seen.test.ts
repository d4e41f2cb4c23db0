import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { performers, tokenPackages } from '#backend/db/schema';
import { testBackend } from '../setup/backend.ts';
import { moneyIn } from '../setup/money.ts';
import type { Person } from '../setup/world.ts';

const world = await testBackend();
const { db, ports, call, ok } = world;
const money = moneyIn(world);

let fan: Person;
let cardId: string;
beforeEach(async () => {
  fan = await world.makeFan();
  cardId = await money.addCard(fan);
});
const amountsPaid = async () =>
  (await ok('GET /payment/transactions/user/search', { token: fan.token })).data.map(({ amount }) => amount);

test('a price that changed while the window stood open is told, not charged; seen, it is', async () => {
  const creator = await world.makeCreator({ name: 'Cleo' });
  const { monthlyPrice } = (
    await db.select().from(performers).where(eq(performers.accountId, creator.id))
  )[0]!;
  await db
    .update(performers)
    .set({ monthlyPrice: monthlyPrice + 300 })
    .where(eq(performers.accountId, creator.id));
  const key = ports.ids();
  const subscribe = (priceSeen: number) =>
    call('POST /payment/subscribe/performers', {
      token: fan.token,
      key,
      body: { performerId: creator.id, type: 'monthly', cardId, priceSeen },
    });
  const refused = await subscribe(monthlyPrice);
  expect([refused.status, refused.problem]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', amount: monthlyPrice + 300 }),
  ]);
  expect(await amountsPaid()).toEqual([]);
  // The same key may be used for the other price: nothing had come of the first.
  expect((await subscribe(monthlyPrice + 300)).status).toBe(201);
  expect(await amountsPaid()).toEqual([monthlyPrice + 300]);
});

test('a package that became dearer, too', async () => {
  const packageId = ports.ids();
  await db
    .insert(tokenPackages)
    .values({
      id: packageId,
      name: 'Handful',
      tokens: 100,
      bonus: 5,
      price: 600,
      createdAt: ports.clock.now(),
    });
  const topUp = (priceSeen: number) =>
    call('POST /payment/wallet/top-up', {
      token: fan.token,
      key: ports.ids(),
      body: { packageId, cardId, priceSeen },
    });
  const refused = await topUp(500);
  expect([refused.status, refused.problem]).toEqual([
    409,
    expect.objectContaining({
      code: 'conflict',
      amount: 600,
      message: 'This comes to $6.00 by now. Look at it again before you go on.',
    }),
  ]);
  expect(await amountsPaid()).toEqual([]);
  expect((await topUp(600)).status).toBe(201);
  expect(await amountsPaid()).toEqual([600]);
});
