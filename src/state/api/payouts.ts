import type { Payout, PayoutMethod, PayoutQuote, PayoutRow } from '#contract/trade/payouts.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  calculatePayout,
  cancelPayout,
  choosePayoutMethod,
  getPayout,
  listPayoutMethods,
  listPayouts,
  refreshGatewayAccount,
  requestPayout,
  saveBankAccount,
  startGatewayAccount,
  updatePayout,
} from '#services/trade/payouts.ts';
import { type Page, queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type PayoutFilter = Pick<QueryOf<'GET /payout-requests/user/search'>, 'state' | 'limit'>;
type Asked = BodyOf<'POST /payout-requests'>;
type Change = BodyOf<'PUT /payout-requests/:id'>;

const money: readonly Tag[] = ['Payouts', 'Earnings'];
// The available amount depends on the default method and its lock.
const method: readonly Tag[] = ['PayoutMethods', 'Payouts'];
const unlessRefused =
  (tags: readonly Tag[]) =>
  (_reply: unknown, problem: unknown): readonly Tag[] =>
    problem ? [] : tags;

/** Payouts and payout methods. */
export const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    calculatePayout: build.query<PayoutQuote, number | undefined>({
      queryFn: queryWith((services, amount, signal) =>
        calculatePayout(services, amount === undefined ? {} : { amount }, signal),
      ),
      providesTags: ['Payouts', 'PayoutMethods', 'Earnings'],
    }),
    listPayouts: build.infiniteQuery<Page<PayoutRow>, PayoutFilter, string | null>({
      ...pagesByKey(listPayouts),
      providesTags: ['Payouts'],
    }),
    getPayout: build.query<Payout, string>({ queryFn: queryWith(getPayout), providesTags: ['Payouts'] }),
    // Also after an error, because the available amount may have changed.
    requestPayout: build.mutation<Payout, { readonly body: Asked; readonly key: string }>({
      queryFn: queryWith((services, { body, key }) => requestPayout(services, body, key)),
      invalidatesTags: [...money],
    }),
    updatePayout: build.mutation<
      Payout,
      { readonly id: string; readonly body: Change; readonly version?: string | undefined }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updatePayout(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: [...money],
    }),
    cancelPayout: build.mutation<Payout, string>({
      queryFn: queryWith(cancelPayout),
      invalidatesTags: [...money],
    }),
    listPayoutMethods: build.query<{ data: PayoutMethod[]; total: number }, void>({
      queryFn: queryWith((services, _arg: void, signal) => listPayoutMethods(services, signal)),
      providesTags: ['PayoutMethods'],
    }),
    saveBankAccount: build.mutation<
      PayoutMethod,
      { readonly performerId: string; readonly body: BodyOf<'PUT /performers/:id/banking-settings'> }
    >({
      queryFn: queryWith((services, { performerId, body }) => saveBankAccount(services, performerId, body)),
      invalidatesTags: unlessRefused(method),
    }),
    choosePayoutMethod: build.mutation<PayoutMethod, string>({
      queryFn: queryWith(choosePayoutMethod),
      invalidatesTags: unlessRefused(method),
    }),
    refreshGatewayAccount: build.mutation<PayoutMethod, string>({
      queryFn: queryWith(refreshGatewayAccount),
      invalidatesTags: unlessRefused(method),
    }),
    startGatewayAccount: build.mutation<{ url: string }, void>({
      queryFn: queryWith((services) => startGatewayAccount(services)),
      invalidatesTags: unlessRefused(method),
    }),
  }),
});

export const {
  useCalculatePayoutQuery,
  useListPayoutsInfiniteQuery,
  useGetPayoutQuery,
  useRequestPayoutMutation,
  useUpdatePayoutMutation,
  useCancelPayoutMutation,
  useListPayoutMethodsQuery,
  useSaveBankAccountMutation,
  useChoosePayoutMethodMutation,
  useRefreshGatewayAccountMutation,
  useStartGatewayAccountMutation,
} = payoutsApi;
