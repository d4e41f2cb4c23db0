import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const createAddress = (api: Api, body: BodyOf<'POST /addresses/create'>) =>
  api.call('POST /addresses/create', { body });
export const listAddresses = (api: Api, query: QueryOf<'GET /addresses/search'>, signal?: AbortSignal) =>
  api.call('GET /addresses/search', { query, signal });
/** `version`: the `updatedAt` of what the change is about. */
export const updateAddress = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /addresses/:id'> & { version?: string },
) => api.call('PUT /addresses/:id', { params: { id }, body, ...(version && { version }) });
export const deleteAddress = (api: Api, id: string) => api.call('DELETE /addresses/:id', { params: { id } });
