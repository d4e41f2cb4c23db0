import { list, question, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

/** Also after an error, because someone else or a deadline may have been faster. */
const moved: readonly Tag[] = ['Orders', 'Sales', 'Wallet', 'Earnings', 'OwnProducts'];

/** Orders that the creator has received. */
export const listSales = list('GET /orders/search', { tags: ['Sales'] });
/** Orders that the user has placed. */
export const listOrders = list('GET /orders/users/search', { tags: ['Orders'] });
export const getOrder = read('GET /orders/:id', { tags: ['Orders', 'Sales'] });
export const updateOrder = write('PUT /orders/:id/update', {
  answers: ({ params }) => question(getOrder, { params }),
  invalidates: moved,
});
/** `key` is an idempotency key, one per refund. */
export const refundOrder = write('POST /orders/:id/refunds', {
  answers: ({ params }) => question(getOrder, { params }),
  invalidates: moved,
});
export const updateDeliveryAddress = write('PUT /orders/:id/update/delivery-address', {
  answers: ({ params }) => question(getOrder, { params }),
  invalidates: (_input, { problem }) => (problem ? [] : ['Orders', 'Sales']),
});
