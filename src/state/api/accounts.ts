import type { ReplyOf } from '#contract/core/registry.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { disconnectProvider, listConnections } from '#services/people/auth/social.ts';
import { getDataExport, getDeactivation, getDeletion, requestDataExport } from '#services/across/leaving.ts';
import { getSecondFactor, removeSecondFactor } from '#services/people/auth/factors.ts';
import { getNewAccountLimits, searchUsers } from '#services/people/accounts.ts';
import { endOtherSessions, endSession, listSessions } from '#services/people/auth/auth.ts';
import { type Page, pagesByOffset, queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<ReplyOf<'GET /auth/sessions'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listSessions(services, signal)),
      providesTags: ['Sessions'],
      keepUnusedDataFor: 0,
    }),
    getNewAccountLimits: build.query<ReplyOf<'GET /users/limits'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getNewAccountLimits(services, signal)),
      providesTags: ['NewAccountLimits'],
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<{ success: true }, string>({
      queryFn: queryWith(endSession),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<{ success: true }, void>({
      queryFn: queryWith(endOtherSessions),
      invalidatesTags: ['Sessions'],
    }),
    searchPeople: build.infiniteQuery<Page<PerformerCard>, { readonly q?: string }, number>({
      ...pagesByOffset(searchUsers),
      keepUnusedDataFor: 0,
    }),
    getSecondFactor: build.query<ReplyOf<'GET /auth/second-factor'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getSecondFactor(services, signal)),
      providesTags: ['SecondFactor'],
      keepUnusedDataFor: 0,
    }),
    listConnections: build.query<ReplyOf<'GET /auth/social'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listConnections(services, signal)),
      providesTags: ['Connections'],
      keepUnusedDataFor: 0,
    }),
    disconnectProvider: build.mutation<{ success: true }, SocialProvider>({
      queryFn: queryWith(disconnectProvider),
      invalidatesTags: ['Connections'],
    }),
    getDataExport: build.query<ReplyOf<'GET /auth/export'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getDataExport(services, signal)),
      providesTags: ['DataExport'],
      keepUnusedDataFor: 0,
    }),
    requestDataExport: build.mutation<ReplyOf<'POST /auth/export'>, void>({
      queryFn: queryWith(requestDataExport),
      invalidatesTags: ['DataExport'],
    }),
    getDeactivation: build.query<ReplyOf<'GET /auth/deactivation'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getDeactivation(services, signal)),
      keepUnusedDataFor: 0,
    }),
    getDeletion: build.query<ReplyOf<'GET /auth/deletion'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getDeletion(services, signal)),
      keepUnusedDataFor: 0,
    }),
    removeSecondFactor: build.mutation<{ success: true }, void>({
      queryFn: queryWith(removeSecondFactor),
      invalidatesTags: ['SecondFactor'],
    }),
  }),
});

export const {
  useListSessionsQuery,
  useGetNewAccountLimitsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useSearchPeopleInfiniteQuery,
  useGetSecondFactorQuery,
  useRemoveSecondFactorMutation,
  useListConnectionsQuery,
  useDisconnectProviderMutation,
  useGetDataExportQuery,
  useGetDeactivationQuery,
  useGetDeletionQuery,
  useRequestDataExportMutation,
} = accountApi;
