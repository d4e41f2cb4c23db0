import type { ReplyOf } from '#contract/registry';
import type { QueryOf } from '#services/call';
import { getEarningStatement, getEarningStats, getEarningTops, listEarnings } from '#services/earnings';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

export type EarningFilter = Omit<QueryOf<'GET /performer/earning/search'>, 'cursor' | 'offset'>;
export type Earning = ReplyOf<'GET /performer/earning/search'>['data'][number];
export type EarningStats = ReplyOf<'GET /performer/earning/stats'>;
export type EarningTops = ReplyOf<'GET /performer/earning/tops'>;
export type EarningStatement = ReplyOf<'GET /performer/earning/statement'>;
type EarningPage = Page<Earning> & Pick<ReplyOf<'GET /performer/earning/search'>, 'sums'>;

export const earningsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEarningStats: build.query<EarningStats, QueryOf<'GET /performer/earning/stats'>>({
      queryFn: asks(getEarningStats),
      providesTags: ['Earnings'],
    }),
    getEarningTops: build.query<EarningTops, QueryOf<'GET /performer/earning/tops'>>({
      queryFn: asks(getEarningTops),
      providesTags: ['Earnings'],
    }),
    getEarningStatement: build.query<EarningStatement, QueryOf<'GET /performer/earning/statement'>>({
      queryFn: asks(getEarningStatement),
      providesTags: ['Earnings'],
    }),
    listEarnings: build.infiniteQuery<EarningPage, EarningFilter, string | null>({
      ...pagesByKey(listEarnings),
      providesTags: ['Earnings'],
    }),
    /** One page, past what is kept: for a file of all rows. */
    askEarnings: build.query<EarningPage, QueryOf<'GET /performer/earning/search'>>({
      queryFn: asks(listEarnings),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetEarningStatsQuery,
  useGetEarningTopsQuery,
  useGetEarningStatementQuery,
  useListEarningsInfiniteQuery,
  useLazyAskEarningsQuery,
} = earningsApi;
