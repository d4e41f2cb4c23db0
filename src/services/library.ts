import type { Api } from './http/api.ts';
import type { QueryOf } from './http/call.ts';

/** Everything the user has bought. */
export const listLibrary = (api: Api, query: QueryOf<'GET /user/library'>, signal?: AbortSignal) =>
  api.call('GET /user/library', { query, signal });
