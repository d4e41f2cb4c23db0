import { list, read, write } from '../http/endpoints.ts';

/** Idempotent by key. */
export const buyGift = write('POST /gifts', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Gifts', 'Wallet']),
});
/** The gifts the viewer bought. */
export const listGifts = list('GET /gifts', { tags: ['Gifts'], by: 'offset' });
/** Reloads even after an error, because the gift may have been redeemed meanwhile. */
export const refundGift = write('POST /gifts/:id/refund', { invalidates: ['Gifts', 'Wallet'] });
export const getOfferedGift = read('GET /gifts/link/:code', { tags: ['Gifts'] });
export const redeemGift = write('POST /gifts/link/:code', {
  invalidates: (_input, { reply }) => [
    'Gifts',
    ...(reply ? ([{ type: 'Creator', id: reply.performer._id }, 'Timeline', 'Subscriptions'] as const) : []),
  ],
});
