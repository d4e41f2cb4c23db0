import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';
import { berlin, shopIn } from '../setup/shop.ts';

/** A paid order from the fan to the owner, which doesn't exist for anyone else. */
async function anOrder(scene: Scene) {
  const id = await shopIn(scene.app).makeProduct(scene.owner.id, { price: 1, shippingPrice: 0 });
  const { order } = await scene.app.ok('POST /wallet/charges/product/:id', {
    token: scene.fan.token,
    params: { id },
    body: { quantity: 1, address: berlin },
  });
  return { params: { id: order._id } };
}
const sides = (buyer: number, seller: number) => `401 ${buyer} 404 404 ${seller} 404 404 404 401 401`;
const move = (cells: string, name: string, body: object): Row => ({
  case: name,
  cells,
  id: 'params.id',
  given: async (scene) => ({ ...(await anOrder(scene)), body }),
});

export const orderRows = {
  'GET /orders/search': [{ cells: creators(200) }],
  'GET /orders/users/search': [{ cells: members(200) }],
  'GET /orders/:id': [{ cells: sides(200, 200), id: 'params.id', given: anOrder }],
  'PUT /orders/:id/update': [
    move(sides(409, 200), 'accepting is the seller’s', { action: 'accept' }),
    move(sides(409, 200), 'so is denying', { action: 'deny', reason: 'It broke in the kiln' }),
    move(sides(200, 409), 'cancelling is the buyer’s', { action: 'cancel' }),
    move(sides(409, 409), 'what isn’t shipped hasn’t arrived', { action: 'confirm' }),
    move(sides(409, 409), 'what isn’t accepted isn’t shipped', {
      action: 'ship',
      carrier: 'DHL',
      tracking: '1',
    }),
  ],
  'PUT /orders/:id/update/delivery-address': [
    move(sides(200, 409), 'the buyer’s', { address: { ...berlin, city: 'Hamburg' } }),
  ],
} satisfies Record<string, readonly Row[]>;
