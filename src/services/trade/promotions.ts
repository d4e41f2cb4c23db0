import { list, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

const unlessRefused = (_input: unknown, { problem }: { readonly problem?: unknown }): readonly Tag[] =>
  problem ? [] : ['Promotions'];

export const listPromotions = list('GET /promotions/search', { tags: ['Promotions'], by: 'offset' });
export const createOffer = write('POST /promotions', { invalidates: unlessRefused });
export const createTrial = write('POST /promotions/trial', { invalidates: unlessRefused });
export const endPromotion = write('PUT /promotions/:id/end', { invalidates: unlessRefused });
/** A creator's offers to the viewer for a first period: the best one per plan. */
export const listOffers = read('GET /promotions/performer/:id', {
  tags: (_offers, { params: { id } }) => ['Promotions', { type: 'Creator', id }],
});
export const getTrial = read('GET /promotions/trial/:code', {
  tags: (trial) => (trial ? [{ type: 'Creator', id: trial.performer._id }] : []),
});
export const takeTrial = write('POST /promotions/trial/:code', {
  invalidates: (_input, { reply }) =>
    reply ? [{ type: 'Creator', id: reply.performer._id }, 'Timeline', 'Subscriptions'] : [],
});
