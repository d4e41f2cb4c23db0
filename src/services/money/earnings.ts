import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import { read } from '../http/endpoints.ts';

export const getEarningStats = (
  api: Api,
  query: QueryOf<'GET /performer/earning/stats'>,
  signal?: AbortSignal,
) => api.call('GET /performer/earning/stats', { query, signal });
export const listEarnings = (
  api: Api,
  query: QueryOf<'GET /performer/earning/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer/earning/search', { query, signal });
export const getTopEarners = (
  api: Api,
  query: QueryOf<'GET /performer/earning/tops'>,
  signal?: AbortSignal,
) => api.call('GET /performer/earning/tops', { query, signal });
export const getEarningStatement = (
  api: Api,
  query: QueryOf<'GET /performer/earning/statement'>,
  signal?: AbortSignal,
) => api.call('GET /performer/earning/statement', { query, signal });
export const getEarningYear = (
  api: Api,
  query: QueryOf<'GET /performer/earning/year'>,
  signal?: AbortSignal,
) => api.call('GET /performer/earning/year', { query, signal });
export const getBillingDetails = (api: Api, signal?: AbortSignal) =>
  api.call('GET /performer/billing-details', { signal });
export const updateBillingDetails = (api: Api, body: BodyOf<'PUT /performer/billing-details'>) =>
  api.call('PUT /performer/billing-details', { body });
export const getCalendar = read('GET /performer/calendar', {
  tags: ['OwnPosts', 'OwnStreams', 'Broadcasts'],
});
export const getCreatorHome = (api: Api, signal?: AbortSignal) => api.call('GET /performer/home', { signal });
export const getCreatorCounts = (api: Api, signal?: AbortSignal) =>
  api.call('GET /performer/counts', { signal });
