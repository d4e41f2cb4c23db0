import { type Row, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A gift of the owner's subscription, which the fan bought. */
const aGift = async (scene: Scene) =>
  scene.app.ok('POST /gifts', {
    token: scene.fan.token,
    body: {
      performerId: scene.owner.id,
      months: 1,
      cardId: await scene.card(scene.fan.id),
      expectedPrice: 999,
    },
  });
const itsLink = async (scene: Scene) => ({ params: { code: (await aGift(scene)).code } });

export const giftRows = {
  'POST /gifts': [
    {
      cells: '401 201 201 201 422 201 404 404 401 401',
      id: 'body.performerId',
      given: async (scene, who) => ({
        body: {
          performerId: scene.owner.id,
          months: 1,
          cardId: await scene.card(scene.accountOf(who).id),
          expectedPrice: 999,
        },
      }),
    },
  ],
  'GET /gifts': [{ cells: members(200) }],
  'POST /gifts/:id/refund': [
    {
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await aGift(scene))._id } }),
    },
  ],
  'GET /gifts/link/:code': [
    { cells: '200 200 200 200 200 200 404 404 200 200', id: 'params.code', given: itsLink },
  ],
  'POST /gifts/link/:code': [
    { cells: '401 201 201 201 422 201 404 404 401 401', id: 'params.code', given: itsLink },
  ],
} satisfies Record<string, readonly Row[]>;
