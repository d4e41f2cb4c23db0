import type { OwnReferralCode, ReferralEarning, ReferralRow } from '#contract/referrals';
import type { ReplyOf } from '#contract/registry';
import type { QueryOf } from '#services/call';
import {
  claimReferral,
  getReferralCode,
  getReferralStats,
  listReferralEarnings,
  listReferrals,
} from '#services/referrals';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

type ReferralFilter = Pick<QueryOf<'GET /referrals/user/search'>, 'q' | 'state' | 'limit'>;
type EarningFilter = Pick<QueryOf<'GET /referral-earnings/search'>, 'from' | 'to' | 'referral' | 'limit'>;
export type ReferralStats = ReplyOf<'GET /referral-earnings/stats'>;

export const referralsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReferralCode: build.query<OwnReferralCode, void>({
      queryFn: asks(getReferralCode),
      providesTags: ['Referrals'],
    }),
    listReferrals: build.infiniteQuery<Page<ReferralRow>, ReferralFilter, string | null>({
      ...pagesByKey(listReferrals),
      providesTags: ['Referrals'],
    }),
    getReferralStats: build.query<ReferralStats, QueryOf<'GET /referral-earnings/stats'>>({
      queryFn: asks(getReferralStats),
      providesTags: ['Referrals'],
    }),
    listReferralEarnings: build.infiniteQuery<Page<ReferralEarning>, EarningFilter, string | null>({
      ...pagesByKey(listReferralEarnings),
      providesTags: ['Referrals'],
    }),
    claimReferral: build.mutation<OwnReferralCode, string>({
      queryFn: asks(claimReferral),
      invalidatesTags: (_code, problem) => (problem ? [] : ['Referrals']),
    }),
  }),
});

export const {
  useGetReferralCodeQuery,
  useListReferralsInfiniteQuery,
  useGetReferralStatsQuery,
  useListReferralEarningsInfiniteQuery,
  useClaimReferralMutation,
} = referralsApi;
