import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  getBillingDetails,
  getEarningStatement,
  getEarningYear,
  updateBillingDetails,
} from '#services/money/earnings.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

export type EarningStatement = ReplyOf<'GET /performer/earning/statement'>;
export type EarningYear = ReplyOf<'GET /performer/earning/year'>;
type SavedBillingDetails = ReplyOf<'GET /performer/billing-details'>;

/** Statements of months and years, and who they are issued to. */
const statementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEarningStatement: build.query<EarningStatement, QueryOf<'GET /performer/earning/statement'>>({
      queryFn: queryWith(getEarningStatement),
      providesTags: ['Earnings'],
    }),
    getEarningYear: build.query<EarningYear, QueryOf<'GET /performer/earning/year'>>({
      queryFn: queryWith(getEarningYear),
      providesTags: ['Earnings'],
    }),
    getBillingDetails: build.query<SavedBillingDetails, void>({
      queryFn: queryWith((services, _arg: void, signal) => getBillingDetails(services, signal)),
      providesTags: ['BillingDetails'],
    }),
    /** Statements print it. */
    updateBillingDetails: build.mutation<SavedBillingDetails, BodyOf<'PUT /performer/billing-details'>>({
      queryFn: queryWith(updateBillingDetails),
      invalidatesTags: ['BillingDetails', 'Earnings'],
    }),
  }),
});

export const {
  useGetEarningStatementQuery,
  useLazyGetEarningStatementQuery,
  useGetEarningYearQuery,
  useGetBillingDetailsQuery,
  useUpdateBillingDetailsMutation,
} = statementsApi;
