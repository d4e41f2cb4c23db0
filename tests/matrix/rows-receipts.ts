import type { Row } from './row.ts';

export const receiptRows = {
  'GET /payment/receipts/:id': [
    {
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => {
        const body = { amount: 1_000, cardId: await scene.card(scene.fan.id) };
        return {
          params: {
            id: (await scene.app.ok('POST /payment/wallet/top-up', { token: scene.fan.token, body }))._id,
          },
        };
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
