import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import {
  getCreatorCounts,
  getCreatorHome,
  getEarningStats,
  getTopEarners,
  listEarnings,
} from '#services/money/earnings.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type EarningFilter = Omit<QueryOf<'GET /performer/earning/search'>, 'cursor' | 'offset'>;
export type Earning = ReplyOf<'GET /performer/earning/search'>['data'][number];
export type EarningStats = ReplyOf<'GET /performer/earning/stats'>;
export type TopEarners = ReplyOf<'GET /performer/earning/tops'>;
export type CreatorCounts = ReplyOf<'GET /performer/counts'>;
export type CreatorHome = ReplyOf<'GET /performer/home'>;
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
    listEarnings: build.infiniteQuery<EarningPage, EarningFilter, string | null>({
      ...pagesByKey(listEarnings),
      providesTags: ['Earnings'],
    }),
    /** Outdated by whatever it counts; unread messages are no tag, so its page asks again when it is opened. */
    getCreatorHome: build.query<CreatorHome, void>({
      queryFn: queryWith((services, _arg: void, signal) => getCreatorHome(services, signal)),
      providesTags: [
        'OwnPerformer',
        'Earnings',
        'Payouts',
        'PayoutMethods',
        'Subscribers',
        'Followers',
        'Sales',
        'OwnPosts',
        'OwnVideos',
        'OwnGalleries',
        'OwnPhotos',
        'OwnStreams',
        'Broadcasts',
        'ScheduledMessages',
        'Notifications',
      ],
    }),
    /** For the frame: outdated by whatever it counts, here or on another device. */
    getCreatorCounts: build.query<CreatorCounts, void>({
      queryFn: queryWith((services, _arg: void, signal) => getCreatorCounts(services, signal)),
      providesTags: [
        'Sales',
        'HeldComments',
        'MessageRequests',
        'CoCreations',
        'PrivateStreams',
        'Earnings',
        'Payouts',
        'Notifications',
      ],
    }),
    /** One page of rows, not cached, for exporting all of them. */
    askEarnings: build.query<EarningPage, QueryOf<'GET /performer/earning/search'>>({
      queryFn: queryWith(listEarnings),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetCreatorCountsQuery,
  useGetCreatorHomeQuery,
  useGetEarningStatsQuery,
  useGetTopEarnersQuery,
  useListEarningsInfiniteQuery,
  useLazyAskEarningsQuery,
} = earningsApi;
