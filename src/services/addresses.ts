import type { Api } from './http/api.ts';
import type { BodyOf, QueryOf } from './http/call.ts';

export const createAddress = (api: Api, body: BodyOf<'POST /addresses/create'>) =>
  api.call('POST /addresses/create', { body });
export const listAddresses = (api: Api, query: QueryOf<'GET /addresses/search'>, signal?: AbortSignal) =>
  api.call('GET /addresses/search', { query, signal });
export const updateAddress = (api: Api, id: string, body: BodyOf<'PUT /addresses/:id'>) =>
  api.call('PUT /addresses/:id', { params: { id }, body });
export const deleteAddress = (api: Api, id: string) => api.call('DELETE /addresses/:id', { params: { id } });
