import type { OrderMove } from '#contract/trade/orders.ts';
import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';
import { postsIn } from '../setup/posts.ts';
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
/** The same, shipped. */
export async function aShippedOrder(scene: Scene) {
  const given = await anOrder(scene);
  const { token } = await scene.app.openSession(scene.owner.id);
  for (const body of [{ action: 'accept' }, { action: 'ship', carrier: 'DHL', tracking: '1' }] as const)
    await scene.app.ok('PUT /orders/:id/update', { ...given, token, body });
  return given;
}
/** The same, with a problem that the site has to decide about. */
export async function anEscalatedOrder(scene: Scene) {
  const given = await aShippedOrder(scene);
  const call = async (who: { readonly id: string }, body: OrderMove) =>
    scene.app.ok('PUT /orders/:id/update', {
      ...given,
      token: (await scene.app.openSession(who.id)).token,
      body,
    });
  await call(scene.fan, { action: 'report', problem: 'damaged', text: 'The handle is off.' });
  await call(scene.owner, { action: 'answer', text: 'It left in one piece.' });
  await call(scene.fan, { action: 'escalate', text: 'See for yourself.' });
  return given;
}
const onShipped = (cells: string, name: string, body: object): Row => ({
  case: name,
  cells,
  id: 'params.id',
  given: async (scene) => ({ ...(await aShippedOrder(scene)), body }),
});
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
    onShipped(sides(200, 409), 'reporting a problem is the buyer’s', {
      action: 'report',
      problem: 'not-arrived',
      text: 'It never came.',
    }),
    {
      case: 'with a photo of the buyer, who alone can use it',
      cells: sides(200, 409),
      id: 'params.id',
      given: async (scene) => ({
        ...(await aShippedOrder(scene)),
        body: {
          action: 'report',
          problem: 'damaged',
          text: 'The handle is off.',
          photos: [await postsIn(scene.app).makeFile(scene.fan.id, { type: 'message-photo' })],
        },
      }),
    },
    onShipped(sides(409, 409), 'no problem, no answer', { action: 'answer', text: 'It’s on its way.' }),
  ],
  'POST /orders/:id/refunds': [
    onShipped(sides(409, 200), 'refunding is the seller’s', { tokens: 1, reason: 'Sorry.' }),
    {
      case: 'before it’s shipped',
      cells: sides(409, 409),
      id: 'params.id',
      given: async (scene) => ({ ...(await anOrder(scene)), body: { tokens: 1, reason: 'Sorry.' } }),
    },
  ],
  'PUT /orders/:id/update/delivery-address': [
    move(sides(200, 409), 'the buyer’s', { address: { ...berlin, city: 'Hamburg' } }),
  ],
} satisfies Record<string, readonly Row[]>;
