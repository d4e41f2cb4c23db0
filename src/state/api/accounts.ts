import type { ReplyOf } from '#contract/core/registry.ts';
import { endSession, listSessions } from '#services/auth.ts';
import { queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<ReplyOf<'GET /auth/sessions'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listSessions(services, signal)),
      providesTags: ['Sessions'],
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<{ success: true }, string>({
      queryFn: queryWith(endSession),
      invalidatesTags: ['Sessions'],
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = accountApi;
