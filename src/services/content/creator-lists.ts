import type { Api } from '../http/api.ts';
import type { InputOf, QueryOf } from '../http/call.ts';

export const listLists = (api: Api, query: QueryOf<'GET /creator-lists'>, signal?: AbortSignal) =>
  api.call('GET /creator-lists', { query, signal });
export const getList = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /creator-lists/:id', { params: { id }, signal });
export const createList = (api: Api, name: string) => api.call('POST /creator-lists', { body: { name } });
export const renameList = (api: Api, { id, name }: { id: string; name: string }) =>
  api.call('PUT /creator-lists/:id', { params: { id }, body: { name } });
export const deleteList = (api: Api, id: string) => api.call('DELETE /creator-lists/:id', { params: { id } });
export const listListedCreators = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /creator-lists/:id/creators'>,
  signal?: AbortSignal,
) => api.call('GET /creator-lists/:id/creators', { params: { id }, query, signal });

export const listCandidates = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /creator-lists/:id/candidates'>,
  signal?: AbortSignal,
) => api.call('GET /creator-lists/:id/candidates', { params: { id }, query, signal });

type Place = InputOf<'PUT /creator-lists/:id/creators/:performerId'>['params'];
export const addToList = (api: Api, params: Place) =>
  api.call('PUT /creator-lists/:id/creators/:performerId', { params });
export const removeFromList = (api: Api, params: Place) =>
  api.call('DELETE /creator-lists/:id/creators/:performerId', { params });
