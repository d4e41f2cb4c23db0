import type { CreatorCase, NamedRelease, ShownDocument } from '#contract/across/operator/creators.ts';
import type { DeskDispute, DeskPayment } from '#contract/across/operator/payments.ts';
import type { DeskPayout, PayoutCase, PayoutStep } from '#contract/across/operator/payouts.ts';
import type { Api } from '#services/http/api.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  approveCreator,
  approveDeskPayout,
  failDeskPayout,
  getDeskCreator,
  getDeskPayment,
  getDeskPayout,
  listDeskCreators,
  listDeskPayouts,
  listDisputes,
  openCaseReleases,
  openCreatorDocuments,
  openCreatorReleases,
  openPayoutDetails,
  payDeskPayout,
  processDeskPayout,
  refundDeskPayment,
  rejectCreator,
  rejectDeskPayout,
  returnDeskPayout,
  withdrawDeskPayout,
} from '#services/across/operator/cases.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

/** `text` is the reason, or the bank's reference of a payment. */
interface PayoutAct {
  readonly id: string;
  readonly step: PayoutStep | 'withdraw';
  readonly text: string;
  /** The bank's reference of what it sent back. */
  readonly reference?: string;
}

function moveOn(services: Api, { id, step, text, reference = '' }: PayoutAct): Promise<PayoutCase> {
  const body = { reason: text };
  switch (step) {
    case 'approve':
      return approveDeskPayout(services, id, body);
    case 'process':
      return processDeskPayout(services, id);
    case 'pay':
      return payDeskPayout(services, id, { reference: text });
    case 'reject':
      return rejectDeskPayout(services, id, body);
    case 'fail':
      return failDeskPayout(services, id, body);
    case 'return':
      return returnDeskPayout(services, id, { ...body, reference });
    case 'withdraw':
      return withdrawDeskPayout(services, id, body);
  }
}

type CreatorDecision = { readonly id: string } & (
  | ({ readonly approve: true } & BodyOf<'POST /operator/creators/:id/approve'>)
  | ({ readonly approve: false } & BodyOf<'POST /operator/creators/:id/reject'>)
);

function decideOnCreator(services: Api, decision: CreatorDecision) {
  if (decision.approve) {
    const { id, approve: _, ...body } = decision;
    return approveCreator(services, id, body);
  }
  const { id, approve: _, ...body } = decision;
  return rejectCreator(services, id, body);
}

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listDeskCreators: build.infiniteQuery<
      Page<CreatorCase>,
      QueryOf<'GET /operator/creators'>,
      string | null
    >({
      ...pagesByKey(listDeskCreators),
      providesTags: ['Desk'],
    }),
    getDeskCreator: build.query<CreatorCase, string>({
      queryFn: queryWith(getDeskCreator),
      providesTags: ['Desk'],
    }),
    // No invalidation: that documents were opened shows up nowhere but in the timeline.
    openCreatorDocuments: build.mutation<{ data: ShownDocument[] }, string>({
      queryFn: queryWith((services, id) => openCreatorDocuments(services, id)),
    }),
    openCreatorReleases: build.mutation<{ data: NamedRelease[] }, string>({
      queryFn: queryWith((services, id) => openCreatorReleases(services, id)),
    }),
    openCaseReleases: build.mutation<{ data: NamedRelease[] }, string>({
      queryFn: queryWith((services, id) => openCaseReleases(services, id)),
    }),
    decideOnCreator: build.mutation<{ success: true }, CreatorDecision>({
      queryFn: queryWith(decideOnCreator),
      invalidatesTags: ['Desk'],
    }),
    listDeskPayouts: build.infiniteQuery<Page<DeskPayout>, QueryOf<'GET /operator/payouts'>, string | null>({
      ...pagesByKey(listDeskPayouts),
      providesTags: ['Desk'],
    }),
    getDeskPayout: build.query<PayoutCase, string>({
      queryFn: queryWith(getDeskPayout),
      providesTags: ['Desk'],
    }),
    openPayoutDetails: build.mutation<{ details: { label: string; value: string }[] | null }, string>({
      queryFn: queryWith((services, id) => openPayoutDetails(services, id)),
    }),
    moveDeskPayout: build.mutation<PayoutCase, PayoutAct>({
      queryFn: queryWith((services, act) => moveOn(services, act)),
      invalidatesTags: ['Desk'],
    }),
    getDeskPayment: build.query<DeskPayment, string>({
      queryFn: queryWith(getDeskPayment),
      providesTags: ['Desk'],
    }),
    refundDeskPayment: build.mutation<{ success: true }, { readonly id: string; readonly reason: string }>({
      queryFn: queryWith((services, { id, reason }) => refundDeskPayment(services, id, { reason })),
      invalidatesTags: ['Desk'],
    }),
    listDisputes: build.infiniteQuery<Page<DeskDispute>, QueryOf<'GET /operator/disputes'>, string | null>({
      ...pagesByKey(listDisputes),
      providesTags: ['Desk'],
    }),
  }),
});

export const {
  useListDeskCreatorsInfiniteQuery,
  useGetDeskCreatorQuery,
  useOpenCreatorDocumentsMutation,
  useOpenCreatorReleasesMutation,
  useOpenCaseReleasesMutation,
  useDecideOnCreatorMutation,
  useListDeskPayoutsInfiniteQuery,
  useGetDeskPayoutQuery,
  useOpenPayoutDetailsMutation,
  useMoveDeskPayoutMutation,
  useGetDeskPaymentQuery,
  useRefundDeskPaymentMutation,
  useListDisputesInfiniteQuery,
} = own;
