import type { ReplyOf } from '#contract/registry';
import { endSession, listSessions } from '#services/auth';
import { asks } from './api-asking.ts';
import { api } from './api.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<ReplyOf<'GET /auth/sessions'>, void>({
      queryFn: asks((services, _arg: void, signal) => listSessions(services, signal)),
      providesTags: ['Sessions'],
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<{ success: true }, string>({
      queryFn: asks(endSession),
      invalidatesTags: ['Sessions'],
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = accountApi;
