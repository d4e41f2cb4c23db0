import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

/** Orders that the creator has received. */
export const listSales = (api: Api, query: QueryOf<'GET /orders/search'>, signal?: AbortSignal) =>
  api.call('GET /orders/search', { query, signal });
/** Orders that the user has placed. */
export const listOrders = (api: Api, query: QueryOf<'GET /orders/users/search'>, signal?: AbortSignal) =>
  api.call('GET /orders/users/search', { query, signal });
export const getOrder = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /orders/:id', { params: { id }, signal });
export const updateOrder = (api: Api, id: string, body: BodyOf<'PUT /orders/:id/update'>) =>
  api.call('PUT /orders/:id/update', { params: { id }, body });
export const refundOrder = (
  api: Api,
  id: string,
  { body, key }: { readonly body: BodyOf<'POST /orders/:id/refunds'>; readonly key: string },
) => api.call('POST /orders/:id/refunds', { params: { id }, body, key });
export const updateDeliveryAddress = (
  api: Api,
  id: string,
  body: BodyOf<'PUT /orders/:id/update/delivery-address'>,
) => api.call('PUT /orders/:id/update/delivery-address', { params: { id }, body });
