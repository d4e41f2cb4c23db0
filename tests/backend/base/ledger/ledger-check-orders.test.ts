import { expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { testBackend } from '../../../setup/backend.ts';
import { plantedIn } from '../../../setup/planted.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';

/* As in `ledger-check.test.ts`: each test plants one kind of corruption and expects the check to name it. */
const app = await testBackend();
const planted = plantedIn(app);
const { ctx, ok } = app;
const { makeProduct, makeDigital } = shopIn(app);
const fan = await app.makeFan();
const creator = await app.makeCreator();
await app.fund(fan.id, 1_000);
const mug = await makeProduct(creator.id);
const file = await makeDigital(creator.id);
const { order } = await ok('POST /wallet/charges/product/:id', {
  token: fan.token,
  params: { id: mug },
  body: { address: berlin },
});
await ok('POST /wallet/charges/product/:id', { token: fan.token, params: { id: file }, body: {} });

test('finds nothing in correct data', async () => {
  expect(await checkLedger(ctx)).toEqual([]);
});

test('a charge without its order', async () => {
  expect(await planted(`DELETE FROM orders WHERE id = '${order._id}'`)).toEqual(['I4 charge … has no order']);
});

test('an order with a different total than was paid', async () => {
  expect(
    await planted(`UPDATE orders SET total = 1, subtotal = 1, shipping = 0 WHERE id = '${order._id}'`),
  ).toEqual([`I4 order ${order.number} says 1 tokens, its payment 120`]);
});

test("an order marked as refunded that wasn't", async () => {
  expect(await planted(`UPDATE orders SET state = 'refunded' WHERE id = '${order._id}'`)).toEqual([
    'I4 charge … has no order',
    `I4 order ${order.number} is refunded, its payment stands`,
  ]);
});

test('a download that unlocked nothing', async () => {
  expect(await planted(`DELETE FROM purchases WHERE item_id = '${file}'`)).toEqual([
    expect.stringMatching(/^I4 order \S+ of a download opened nothing$/),
  ]);
});
