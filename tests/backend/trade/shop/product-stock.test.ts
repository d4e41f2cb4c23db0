import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '#backend/db/schema/shop.ts';
import { testBackend } from '../../../setup/backend.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

/* Items are sold while their creator has the editor open. */
const app = await testBackend();
const { db, raw, makeFan, makeCreator, fund } = app;
const { makeProduct, makeDigital } = shopIn(app);

const update = (who: Person, id: string, body: object) =>
  raw('PUT /performer/performer-assets/products/:id', { token: who.token, params: { id }, body });
const stockOf = async (id: string) =>
  (await db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
async function sell(id: string, quantity: number): Promise<void> {
  const fan = await makeFan();
  await fund(fan.id, 5_000);
  expect(
    (
      await raw('POST /wallet/charges/product/:id', {
        token: fan.token,
        params: { id },
        body: { quantity, address: berlin },
      })
    ).status,
  ).toBe(201);
}

test('a stock update based on the count before a sale is rejected, with the current count; repeated with that, it applies', async () => {
  const creator = await makeCreator();
  const id = await makeProduct(creator.id);
  await sell(id, 2);
  const refused = await update(creator, id, { title: 'Blue mug', stock: 10, stockSeen: 7 });
  expect([refused.status, refused.problem.message, (refused.problem as { stock?: number }).stock]).toEqual([
    409,
    'The stock has changed. There are 5 now. Check your stock and save again.',
    5,
  ]);
  expect((await db.select().from(products).where(eq(products.id, id)))[0]).toMatchObject({
    name: 'Stoneware mug',
    stock: 5,
  });
  expect((await update(creator, id, { stock: 8, stockSeen: 5 })).status).toBe(200);
  expect(await stockOf(id)).toBe(8);
});

test('other fields are saved whatever was sold, and leave the stock unchanged', async () => {
  const creator = await makeCreator();
  const id = await makeProduct(creator.id);
  await sell(id, 3);
  expect((await update(creator, id, { title: 'Blue mug', stockSeen: 7 })).status).toBe(200);
  expect(await stockOf(id)).toBe(4);
});

test('a download limit can be added where there was none', async () => {
  const creator = await makeCreator();
  const id = await makeDigital(creator.id);
  expect((await update(creator, id, { stock: 5, stockSeen: null })).status).toBe(200);
  expect((await update(creator, id, { stock: 9, stockSeen: null })).status).toBe(409);
  expect(await stockOf(id)).toBe(5);
});

test.each([-1, 1.5, '7', 1_000_001])("%j isn't a valid stock", async (stockSeen) => {
  const creator = await makeCreator();
  expect((await update(creator, await makeProduct(creator.id), { stock: 3, stockSeen })).status).toBe(422);
});
