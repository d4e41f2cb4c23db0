import type { Api } from '../http/api.ts';
import type { InputOf, QueryOf } from '../http/call.ts';

/** Everything the user has bought. */
export const listLibrary = (api: Api, query: QueryOf<'GET /user/library'>, signal?: AbortSignal) =>
  api.call('GET /user/library', { query, signal });
export const listUnfinished = (api: Api, signal?: AbortSignal) =>
  api.call('GET /user/unfinished', { signal });
export const forgetUnfinished = (api: Api, params: InputOf<'DELETE /user/unfinished/:kind/:id'>['params']) =>
  api.call('DELETE /user/unfinished/:kind/:id', { params });
