import type { Api } from '../../http/api.ts';
import type { QueryOf } from '../../http/call.ts';

export const suggestTags = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /tags', { query: { q }, signal });
export const getTag = (api: Api, tag: string, signal?: AbortSignal) =>
  api.call('GET /tags/:tag', { params: { tag }, signal });
export const listTagged = (
  api: Api,
  { tag, ...query }: QueryOf<'GET /tags/:tag/feeds'> & { tag: string },
  signal?: AbortSignal,
) => api.call('GET /tags/:tag/feeds', { params: { tag }, query, signal });
export const suggestPeople = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /mentions', { query: { q }, signal });
