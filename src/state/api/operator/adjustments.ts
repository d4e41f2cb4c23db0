import type { Adjustment } from '#contract/across/operator/adjustments.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  approveAdjustment,
  declineAdjustment,
  getAdjustment,
  listAdjustments,
  proposeAdjustment,
} from '#services/across/operator/adjustments.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

interface Decision {
  readonly id: string;
  readonly decision: 'approve' | 'decline';
  readonly reason: string;
}

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listAdjustments: build.infiniteQuery<
      Page<Adjustment>,
      QueryOf<'GET /operator/adjustments'>,
      string | null
    >({
      ...pagesByKey(listAdjustments),
      providesTags: ['Desk'],
    }),
    getAdjustment: build.query<Adjustment, string>({
      queryFn: queryWith(getAdjustment),
      providesTags: ['Desk'],
    }),
    proposeAdjustment: build.mutation<Adjustment, BodyOf<'POST /operator/adjustments'>>({
      queryFn: queryWith(proposeAdjustment),
      invalidatesTags: ['Desk'],
    }),
    decideOnAdjustment: build.mutation<Adjustment, Decision>({
      queryFn: queryWith((services, { id, decision, reason }) =>
        decision === 'approve'
          ? approveAdjustment(services, id, { reason })
          : declineAdjustment(services, id, { reason }),
      ),
      // Also after an error, because another operator may have been faster.
      invalidatesTags: ['Desk'],
    }),
  }),
});

export const {
  useListAdjustmentsInfiniteQuery,
  useGetAdjustmentQuery,
  useProposeAdjustmentMutation,
  useDecideOnAdjustmentMutation,
} = own;
