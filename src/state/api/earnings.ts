import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getEarningStatement, getEarningStats, getTopEarners, listEarnings } from '#services/earnings.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type EarningFilter = Omit<QueryOf<'GET /performer/earning/search'>, 'cursor' | 'offset'>;
export type Earning = ReplyOf<'GET /performer/earning/search'>['data'][number];
export type EarningStats = ReplyOf<'GET /performer/earning/stats'>;
export type TopEarners = ReplyOf<'GET /performer/earning/tops'>;
export type EarningStatement = ReplyOf<'GET /performer/earning/statement'>;
type EarningPage = Page<Earning> & Pick<ReplyOf<'GET /performer/earning/search'>, 'sums'>;

export const earningsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEarningStats: build.query<EarningStats, QueryOf<'GET /performer/earning/stats'>>({
      queryFn: queryWith(getEarningStats),
      providesTags: ['Earnings'],
    }),
    getTopEarners: build.query<TopEarners, QueryOf<'GET /performer/earning/tops'>>({
      queryFn: queryWith(getTopEarners),
      providesTags: ['Earnings'],
    }),
    getEarningStatement: build.query<EarningStatement, QueryOf<'GET /performer/earning/statement'>>({
      queryFn: queryWith(getEarningStatement),
      providesTags: ['Earnings'],
    }),
    listEarnings: build.infiniteQuery<EarningPage, EarningFilter, string | null>({
      ...pagesByKey(listEarnings),
      providesTags: ['Earnings'],
    }),
    /** One page of rows, not cached, for exporting all of them. */
    askEarnings: build.query<EarningPage, QueryOf<'GET /performer/earning/search'>>({
      queryFn: queryWith(listEarnings),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetEarningStatsQuery,
  useGetTopEarnersQuery,
  useGetEarningStatementQuery,
  useListEarningsInfiniteQuery,
  useLazyAskEarningsQuery,
} = earningsApi;
