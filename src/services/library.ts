import type { Api } from './api.ts';
import type { QueryOf } from './call.ts';

/** Everything ever bought. */
export const listLibrary = (api: Api, query: QueryOf<'GET /user/library'>, signal?: AbortSignal) =>
  api.call('GET /user/library', { query, signal });
