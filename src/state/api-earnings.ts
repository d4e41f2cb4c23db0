import type { ReplyOf } from '#contract/registry';
import type { QueryOf } from '#services/call';
import { getEarningStats, listEarnings } from '#services/earnings';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

export type EarningFilter = Pick<QueryOf<'GET /performer/earning/search'>, 'from' | 'to' | 'source' | 'limit'>;
export type Earning = ReplyOf<'GET /performer/earning/search'>['data'][number];

export const earningsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEarningStats: build.query<ReplyOf<'GET /performer/earning/stats'>, QueryOf<'GET /performer/earning/stats'>>({ queryFn: asks(getEarningStats), providesTags: ['Earnings'] }),
    listEarnings: build.infiniteQuery<Page<Earning>, EarningFilter, string | null>({ ...pagesByKey(listEarnings), providesTags: ['Earnings'] }),
  }),
});

export const { useGetEarningStatsQuery, useListEarningsInfiniteQuery } = earningsApi;
