import type { Api } from '../../http/api.ts';
import type { QueryOf } from '../../http/call.ts';

export const searchSite = (api: Api, query: QueryOf<'GET /search'>, signal?: AbortSignal) =>
  api.call('GET /search', { query, signal });
export const suggestSearches = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /search/suggestions', { query: { q }, signal });
