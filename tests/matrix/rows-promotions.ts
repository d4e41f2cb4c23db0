import { type Row, creators } from './row.ts';
import type { Scene } from './scene.ts';

/** Something that belongs to the owner and doesn't exist for other creators. */
const owners = '401 403 403 403 200 404 403 403 401 401';
const anOffer = async (scene: Scene) => ({
  params: {
    id: (
      await scene.app.ok('POST /promotions', {
        token: scene.owner.token,
        body: { percent: 30, maxUses: 5 },
      })
    )._id,
  },
});
/** The number of links is limited, so end the previous ones. */
async function aTrial(scene: Scene) {
  const { ok } = scene.app;
  for (const running of (await ok('GET /promotions/search', { token: scene.owner.token })).data)
    await ok('PUT /promotions/:id/end', { token: scene.owner.token, params: { id: running._id } });
  return {
    params: {
      code: (await ok('POST /promotions/trial', { token: scene.owner.token, body: { days: 7 } })).code ?? '',
    },
  };
}

export const promotionRows = {
  'GET /promotions/search': [{ cells: creators(200) }],
  'POST /promotions': [{ cells: creators(201), given: () => ({ body: { percent: 30, maxUses: 10 } }) }],
  'POST /promotions/trial': [{ cells: creators(201), given: () => ({ body: { days: 7 } }) }],
  'PUT /promotions/:id/end': [{ cells: owners, id: 'params.id', given: anOffer }],
  'GET /promotions/performer/:id': [
    {
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
  ],
  'GET /promotions/trial/:code': [
    { cells: '200 200 200 200 200 200 404 404 200 200', id: 'params.code', given: aTrial },
  ],
  'POST /promotions/trial/:code': [
    { cells: '401 201 201 409 422 201 404 404 401 401', id: 'params.code', given: aTrial },
  ],
  'PUT /subscriptions/performer/:id/note': [
    {
      cells: owners,
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.subscriptionId }, body: { note: 'Likes glazes' } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
