import { cardToken } from '../setup/money.ts';
import { type Row, creators, everybody, members } from './row.ts';

/** Something that belongs to the fan and doesn't exist for anyone else. */
const fansOnly = (status: number) => `401 ${status} 404 404 404 404 404 404 401 401`;

/**
 * A payment with the fan's card. For everyone else the error is the same as for a card that doesn't exist.
 */
const withTheFansCard = {
  case: 'with the fan’s card',
  cells: '401 201 422 422 422 422 422 422 401 401',
  id: 'body.cardId',
  asNobody: ['otherFan', 'subscriber', 'owner', 'otherCreator', 'blocked', 'closed'],
} as const;

export const moneyRows = {
  'POST /payment/subscribe/performers': [
    {
      cells: '401 201 201 409 422 201 404 404 401 401',
      id: 'body.performerId',
      given: async (scene, who) => ({
        body: {
          performerId: scene.owner.id,
          type: 'monthly',
          cardId: await scene.card(scene.accountOf(who).id),
        },
      }),
    },
    {
      ...withTheFansCard,
      given: async (scene) => ({
        body: { performerId: scene.someCreator.id, type: 'monthly', cardId: await scene.card(scene.fan.id) },
      }),
    },
  ],
  'GET /payment/transactions/user/search': [{ cells: members(200) }],
  'POST /payment/wallet/top-up': [
    {
      ...withTheFansCard,
      given: async (scene) => ({ body: { amount: 1_000, cardId: await scene.card(scene.fan.id) } }),
    },
    {
      case: 'with the own card',
      cells: members(201),
      given: async (scene, who) => ({
        body: { amount: 1_000, cardId: await scene.card(scene.accountOf(who).id) },
      }),
    },
  ],
  'GET /payment-cards': [{ cells: members(200) }],
  'POST /:provider/cards': [
    {
      cells: members(201),
      given: () => ({ params: { provider: 'sandbox' }, body: { token: cardToken('pays') } }),
    },
    {
      case: 'a gateway that isn’t in use',
      cells: members(404),
      given: () => ({ params: { provider: 'stripe' }, body: { token: 'pm_card_visa' } }),
    },
  ],
  'DELETE /payment-cards/:id': [
    {
      cells: fansOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.card(scene.fan.id) } }),
    },
  ],
  'PUT /payment-cards/:id/default': [
    {
      cells: fansOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.card(scene.fan.id) } }),
    },
  ],
  'POST /payment-cards/setup': [{ cells: members(200) }],
  'POST /payment/:provider/cancel-subscription/:id': [
    {
      cells: '401 404 404 200 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { provider: 'sandbox', id: scene.subscriptionId } }),
    },
  ],
  'POST /wallet/charges/tip/:id': [
    {
      cells: '401 201 201 201 422 201 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id }, body: { amount: 10 } }),
    },
    {
      case: 'in the conversation of fan and owner',
      cells: '401 201 404 404 422 404 404 404 401 401',
      id: 'body.conversationId',
      given: (scene) => ({
        params: { id: scene.owner.id },
        body: { amount: 10, conversationId: scene.conversationId, note: 'Thanks' },
      }),
    },
    {
      case: 'a fan',
      cells: '401 422 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.fan.id }, body: { amount: 10 } }),
    },
  ],
  'POST /wallet/charges/feed/:id': [
    {
      case: 'sold to everybody',
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.post({ audience: 'public', price: 20 }) } }),
    },
    {
      case: 'included in the subscription',
      cells: '401 201 201 409 409 201 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await scene.post({ audience: 'public', price: 20, includedInSubscription: true }) },
      }),
    },
    {
      case: 'not published',
      cells: '401 404 404 404 409 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await scene.post({ price: 20, state: 'draft', publishedAt: null }) },
      }),
    },
  ],
  'GET /wallet/charges/search': [{ cells: members(200) }],
  'GET /performer/counts': [{ cells: creators(200) }],
  'GET /performer/home': [{ cells: creators(200) }],
  'GET /performer/calendar': [
    {
      cells: creators(200),
      given: () => ({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-06T00:00:00Z' } }),
    },
  ],
  'GET /performer/earning/stats': [{ cells: creators(200) }],
  'GET /performer/earning/search': [{ cells: creators(200) }],
  'GET /performer/earning/tops': [{ cells: creators(200) }],
  'GET /performer/earning/statement': [
    { cells: creators(200), given: () => ({ query: { month: '2026-01' } }) },
  ],
  'GET /performer/earning/year': [{ cells: creators(200), given: () => ({ query: { year: '2026' } }) }],
  'GET /performer/billing-details': [{ cells: creators(200) }],
  'PUT /performer/billing-details': [
    {
      cells: creators(200),
      given: () => ({
        body: { name: 'Cleo Clay LLC', line1: 'Kiln Street 1', city: 'Portland', country: 'US' },
      }),
    },
  ],
  'GET /subscriptions/performer/search': [{ cells: creators(200) }],
  'GET /subscriptions/user/search': [{ cells: members(200) }],
  'GET /package/token/search': [{ cells: everybody(200) }],
} satisfies Record<string, readonly Row[]>;
