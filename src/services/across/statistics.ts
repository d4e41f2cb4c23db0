import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

/** Sent even while the page is closing. */
export const sendViews = (api: Api, views: BodyOf<'POST /views'>['views']) =>
  api.call('POST /views', { body: { views }, keepalive: true, unauthorized: 'ignore' });
export const getStatistics = (api: Api, query: QueryOf<'GET /performer/statistics'>, signal?: AbortSignal) =>
  api.call('GET /performer/statistics', { query, signal });
export const listItemStatistics = (
  api: Api,
  query: QueryOf<'GET /performer/statistics/items'>,
  signal?: AbortSignal,
) => api.call('GET /performer/statistics/items', { query, signal });
export const listViewSources = (
  api: Api,
  query: QueryOf<'GET /performer/statistics/sources'>,
  signal?: AbortSignal,
) => api.call('GET /performer/statistics/sources', { query, signal });
export const getAudience = (
  api: Api,
  query: QueryOf<'GET /performer/statistics/audience'>,
  signal?: AbortSignal,
) => api.call('GET /performer/statistics/audience', { query, signal });
