import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const listDeskOrders = (api: Api, query: QueryOf<'GET /operator/orders'>, signal?: AbortSignal) =>
  api.call('GET /operator/orders', { query, signal });
export const getDeskOrder = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/orders/:id', { params: { id }, signal });
export const decideOnOrder = (api: Api, id: string, body: BodyOf<'POST /operator/orders/:id/decide'>) =>
  api.call('POST /operator/orders/:id/decide', { params: { id }, body });
