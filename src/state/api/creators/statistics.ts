import type { ReplyOf } from '#contract/core/registry.ts';
import {
  getAudience,
  getStatistics,
  listItemStatistics,
  listViewSources,
} from '#services/across/statistics.ts';
import type { QueryOf } from '#services/http/call.ts';
import { api } from '../../query/api.ts';
import { type Page, everyRow, pagesByKey, queryWith } from '../../query/query-adapter.ts';

export type Statistics = ReplyOf<'GET /performer/statistics'>;
export type Audience = ReplyOf<'GET /performer/statistics/audience'>;
export type ViewSources = ReplyOf<'GET /performer/statistics/sources'>;
export type ItemFigures = ReplyOf<'GET /performer/statistics/items'>['data'][number];
type ItemQuery = QueryOf<'GET /performer/statistics/items'>;
export type ItemFilter = Omit<ItemQuery, 'cursor' | 'offset' | 'limit'>;

/** Views change without anybody telling, so figures are only kept while they are looked at. */
const fresh = { keepUnusedDataFor: 0, providesTags: ['Earnings', 'Subscribers', 'Followers'] } as const;

export const statisticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatistics: build.query<Statistics, QueryOf<'GET /performer/statistics'>>({
      queryFn: queryWith(getStatistics),
      ...fresh,
    }),
    listItemStatistics: build.infiniteQuery<Page<ItemFigures>, ItemFilter, string | null>({
      ...pagesByKey(listItemStatistics),
      ...fresh,
    }),
    /** All rows, for exports. */
    askItemStatistics: build.query<ItemFigures[], ItemFilter>({
      queryFn: queryWith(everyRow(listItemStatistics)),
      keepUnusedDataFor: 0,
    }),
    listViewSources: build.query<ViewSources, QueryOf<'GET /performer/statistics/sources'>>({
      queryFn: queryWith(listViewSources),
      ...fresh,
    }),
    getAudience: build.query<Audience, QueryOf<'GET /performer/statistics/audience'>>({
      queryFn: queryWith(getAudience),
      ...fresh,
    }),
  }),
});

export const {
  useGetStatisticsQuery,
  useListItemStatisticsInfiniteQuery,
  useLazyAskItemStatisticsQuery,
  useListViewSourcesQuery,
  useGetAudienceQuery,
} = statisticsApi;
