import type { OwnReferralCode, ReferralEarning, ReferralRow } from '#contract/money/referrals.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import {
  claimReferral,
  getReferralCode,
  getReferralStats,
  listReferralEarnings,
  listReferrals,
} from '#services/money/referrals.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

type ReferralFilter = Pick<QueryOf<'GET /referrals/user/search'>, 'q' | 'state' | 'limit'>;
type EarningFilter = Pick<QueryOf<'GET /referral-earnings/search'>, 'from' | 'to' | 'referral' | 'limit'>;
export type ReferralStats = ReplyOf<'GET /referral-earnings/stats'>;

export const referralsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReferralCode: build.query<OwnReferralCode, void>({
      queryFn: queryWith(getReferralCode),
      providesTags: ['Referrals'],
    }),
    listReferrals: build.infiniteQuery<Page<ReferralRow>, ReferralFilter, string | null>({
      ...pagesByKey(listReferrals),
      providesTags: ['Referrals'],
    }),
    getReferralStats: build.query<ReferralStats, QueryOf<'GET /referral-earnings/stats'>>({
      queryFn: queryWith(getReferralStats),
      providesTags: ['Referrals'],
    }),
    listReferralEarnings: build.infiniteQuery<Page<ReferralEarning>, EarningFilter, string | null>({
      ...pagesByKey(listReferralEarnings),
      providesTags: ['Referrals'],
    }),
    claimReferral: build.mutation<OwnReferralCode, string>({
      queryFn: queryWith(claimReferral),
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
