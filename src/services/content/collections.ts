import type { Api } from '../http/api.ts';
import type { InputOf, QueryOf } from '../http/call.ts';

export const listCollections = (
  api: Api,
  query: QueryOf<'GET /bookmark-collections'>,
  signal?: AbortSignal,
) => api.call('GET /bookmark-collections', { query, signal });
export const getCollection = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /bookmark-collections/:id', { params: { id }, signal });
export const createCollection = (api: Api, name: string) =>
  api.call('POST /bookmark-collections', { body: { name } });
export const renameCollection = (api: Api, { id, name }: { id: string; name: string }) =>
  api.call('PUT /bookmark-collections/:id', { params: { id }, body: { name } });
export const deleteCollection = (api: Api, id: string) =>
  api.call('DELETE /bookmark-collections/:id', { params: { id } });
export const listCollectionItems = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /bookmark-collections/:id/items'>,
  signal?: AbortSignal,
) => api.call('GET /bookmark-collections/:id/items', { params: { id }, query, signal });

type Place = InputOf<'PUT /bookmark-collections/:id/items/:objectType/:objectId'>['params'];
export const addToCollection = (api: Api, params: Place) =>
  api.call('PUT /bookmark-collections/:id/items/:objectType/:objectId', { params });
export const removeFromCollection = (api: Api, params: Place) =>
  api.call('DELETE /bookmark-collections/:id/items/:objectType/:objectId', { params });
