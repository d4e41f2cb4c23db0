import type { Transaction } from '#contract/money/payments.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { CouponEffect } from '#contract/trade/promotions.ts';
import type { PaidCreator, SpendCaps, Statement, WalletRow } from '#contract/money/wallet.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  applyCoupon,
  getStatement,
  listCharges,
  listPaidCreators,
  listSpendCaps,
  listTransactions,
  setSpendCap,
  undoTip,
  walletBalance,
} from '#services/money/wallet.ts';
import { queryWith, everyRow, pagesByKey, pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { updatesBalance } from './payments.ts';
import { api } from '../query/api.ts';

type Filter = 'kind' | 'performerId' | 'from' | 'to' | 'q' | 'limit';
export type ChargeFilter = Pick<QueryOf<'GET /wallet/charges/search'>, Filter>;
export type TransactionFilter = Pick<QueryOf<'GET /payment/transactions/user/search'>, Filter>;
/** What a coupon applies to: an amount in cents, a package, or the start of a subscription. */
export type CouponTarget = BodyOf<'POST /coupons/:code/apply-coupon'>['target'];

/** The wallet's balance and history, and the spending limits. */
export const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWalletBalance: build.query<ReplyOf<'GET /wallet/balance'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => walletBalance(services, signal)),
      providesTags: ['Wallet', 'Bids'],
    }),
    listTransactions: build.infiniteQuery<Page<Transaction>, TransactionFilter, string | null>({
      ...pagesByKey(listTransactions),
      providesTags: ['Wallet'],
    }),
    listCharges: build.infiniteQuery<Page<WalletRow>, ChargeFilter, string | null>({
      ...pagesByKey(listCharges),
      providesTags: ['Wallet'],
    }),
    /** All rows, for an export. */
    everyTransaction: build.mutation<Transaction[], TransactionFilter>({
      queryFn: queryWith(everyRow(listTransactions)),
    }),
    everyCharge: build.mutation<WalletRow[], ChargeFilter>({ queryFn: queryWith(everyRow(listCharges)) }),
    undoTip: build.mutation<
      ReplyOf<'POST /wallet/charges/:id/undo'>,
      { readonly id: string; readonly key: string }
    >({
      queryFn: queryWith((services, { id, key }) => undoTip(services, id, key)),
      onQueryStarted: updatesBalance,
      // Also after an error, because another tab or the deadline may have been faster.
      invalidatesTags: ['Wallet'],
    }),
    getSpendCaps: build.query<SpendCaps, void>({
      queryFn: queryWith((services, _arg: void, signal) => listSpendCaps(services, signal)),
      providesTags: ['SpendCaps', 'Wallet', 'Subscriptions'],
    }),
    setSpendCap: build.mutation<SpendCaps, BodyOf<'PUT /wallet/caps'>>({
      queryFn: queryWith(setSpendCap),
      invalidatesTags: ['SpendCaps'],
    }),
    listPaidCreators: build.infiniteQuery<
      Page<PaidCreator>,
      Pick<QueryOf<'GET /wallet/statements'>, 'limit'>,
      number
    >({ ...pagesByOffset(listPaidCreators), providesTags: ['Wallet', 'Subscriptions'] }),
    getStatement: build.query<Statement, string>({
      queryFn: queryWith(getStatement),
      providesTags: ['Wallet', 'Subscriptions'],
    }),
    /**
     * Never cached, and not invalidated by live events: while the bank's confirmation is pending, a use of
     * the coupon is the user's own.
     */
    getCouponEffect: build.query<CouponEffect, { readonly code: string; readonly target: CouponTarget }>({
      queryFn: queryWith((services, { code, target }, signal) =>
        applyCoupon(services, { code, body: { target } }, signal),
      ),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetWalletBalanceQuery,
  useListTransactionsInfiniteQuery,
  useListChargesInfiniteQuery,
  useEveryTransactionMutation,
  useEveryChargeMutation,
  useUndoTipMutation,
  useGetSpendCapsQuery,
  useSetSpendCapMutation,
  useListPaidCreatorsInfiniteQuery,
  useGetStatementQuery,
  useGetCouponEffectQuery,
} = walletApi;
