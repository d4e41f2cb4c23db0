import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';
import { type ListInput, list, read } from '../http/endpoints.ts';

export type Statistics = ReplyOf<'GET /performer/statistics'>;
export type Audience = ReplyOf<'GET /performer/statistics/audience'>;
export type ViewSources = ReplyOf<'GET /performer/statistics/sources'>;
export type ItemFigures = ReplyOf<'GET /performer/statistics/items'>['data'][number];
export type ItemFilter = ListInput<'GET /performer/statistics/items'>['query'];

/** Views change without anybody telling, so figures are only kept while they are looked at. */
const fresh = { keepSeconds: 0, tags: ['Earnings', 'Subscribers', 'Followers'] } as const;

/** Sent even while the page is closing. */
export const sendViews = (api: Api, views: BodyOf<'POST /views'>['views']) =>
  api.call('POST /views', { body: { views }, keepalive: true, unauthorized: 'ignore' });
export const getStatistics = read('GET /performer/statistics', fresh);
export const listItemStatistics = list('GET /performer/statistics/items', fresh);
export const listViewSources = read('GET /performer/statistics/sources', fresh);
export const getAudience = read('GET /performer/statistics/audience', fresh);
