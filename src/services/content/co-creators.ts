import type { Api } from '../http/api.ts';
import type { QueryOf } from '../http/call.ts';

export const listCoCreations = (
  api: Api,
  query: QueryOf<'GET /performer/co-creators'>,
  signal?: AbortSignal,
) => api.call('GET /performer/co-creators', { query, signal });
/** Removes a tag: as the tagged creator, or as the creator who sent the request. */
export const withdrawCoCreation = (api: Api, id: string) =>
  api.call('DELETE /performer/co-creators/:id', { params: { id } });
export const answerCoCreation = (api: Api, id: string, answer: 'accept' | 'decline') =>
  api.call('PUT /performer/co-creators/:id', { params: { id }, body: { answer } });
