import type { Api } from '#services/http/api.ts';
import type { BodyOf, InputOf, QueryOf } from '#services/http/call.ts';

/** The series of a creator that have a published post. */
export const listCreatorSeries = (api: Api, query: QueryOf<'GET /post-series'>, signal?: AbortSignal) =>
  api.call('GET /post-series', { query, signal });
export const getSeries = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /post-series/:id', { params: { id }, signal });
export const listSeriesPosts = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /post-series/:id/posts'>,
  signal?: AbortSignal,
) => api.call('GET /post-series/:id/posts', { params: { id }, query, signal });

export const listOwnSeries = (api: Api, query: QueryOf<'GET /performer/post-series'>, signal?: AbortSignal) =>
  api.call('GET /performer/post-series', { query, signal });
export const getOwnSeries = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/post-series/:id', { params: { id }, signal });
export const createSeries = (api: Api, body: BodyOf<'POST /performer/post-series'>) =>
  api.call('POST /performer/post-series', { body });
/** `version`: the `updatedAt` of what the change is about. */
export const updateSeries = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/post-series/:id'> & { version?: string },
) => api.call('PUT /performer/post-series/:id', { params: { id }, body, ...(version && { version }) });
export const deleteSeries = (api: Api, id: string) =>
  api.call('DELETE /performer/post-series/:id', { params: { id } });
export const listOwnSeriesPosts = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /performer/post-series/:id/posts'>,
  signal?: AbortSignal,
) => api.call('GET /performer/post-series/:id/posts', { params: { id }, query, signal });

type Place = InputOf<'DELETE /performer/post-series/:id/posts/:postId'>['params'];
/** Without a position, a post that isn't in the series comes last. */
export const placeInSeries = (api: Api, { position, ...params }: Place & { position?: number | undefined }) =>
  api.call('PUT /performer/post-series/:id/posts/:postId', {
    params,
    body: position === undefined ? {} : { position },
  });
export const removeFromSeries = (api: Api, params: Place) =>
  api.call('DELETE /performer/post-series/:id/posts/:postId', { params });
