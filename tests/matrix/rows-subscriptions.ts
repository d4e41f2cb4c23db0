import { type Row } from './row.ts';
import type { Scene } from './scene.ts';

/** Belongs to the subscriber and doesn't exist for anyone else, including its creator. */
const subscribersOnly = (status: number) => `401 404 404 ${status} 404 404 404 404 401 401`;
const itsParams = (scene: Scene) => ({ params: { provider: 'sandbox', id: scene.subscriptionId } });

export const subscriptionRows = {
  'POST /payment/:provider/resume-subscription/:id': [
    { cells: subscribersOnly(200), id: 'params.id', given: itsParams },
  ],
  'GET /payment/:provider/switch-subscription/:id': [
    {
      cells: subscribersOnly(200),
      id: 'params.id',
      given: (scene) => ({ ...itsParams(scene), query: { type: 'yearly' } }),
    },
  ],
  'POST /payment/:provider/switch-subscription/:id': [
    {
      cells: subscribersOnly(200),
      id: 'params.id',
      given: async (scene, who) => ({
        ...itsParams(scene),
        body: { type: 'yearly', amount: 9_990, cardId: await scene.card(scene.accountOf(who).id) },
      }),
    },
  ],
  'PUT /subscriptions/:id/card': [
    {
      cells: subscribersOnly(200),
      id: 'params.id',
      given: async (scene, who) => ({
        params: { id: scene.subscriptionId },
        body: { cardId: await scene.card(scene.accountOf(who).id) },
      }),
    },
    {
      case: 'to another’s card',
      cells: subscribersOnly(422),
      id: 'body.cardId',
      asNobody: ['subscriber'],
      given: async (scene) => ({
        params: { id: scene.subscriptionId },
        body: { cardId: await scene.card(scene.otherFan.id) },
      }),
    },
  ],
  'POST /subscriptions/:id/accept-price': [
    {
      cells: subscribersOnly(200),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.subscriptionId }, body: { price: 999 } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
