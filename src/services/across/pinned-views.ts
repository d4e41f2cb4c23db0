import type { Api } from '#services/http/api.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';

export const listPinnedViews = (
  api: Api,
  { list }: QueryOf<'GET /performer/pinned-views'>,
  signal?: AbortSignal,
) => api.call('GET /performer/pinned-views', { query: { list }, signal });
export const pinView = (api: Api, body: BodyOf<'POST /performer/pinned-views'>) =>
  api.call('POST /performer/pinned-views', { body });
export const renamePinnedView = (api: Api, { id, name }: { id: string; name: string }) =>
  api.call('PUT /performer/pinned-views/:id', { params: { id }, body: { name } });
export const removePinnedView = (api: Api, id: string) =>
  api.call('DELETE /performer/pinned-views/:id', { params: { id } });
