import type {
  PrivateStream,
  PrivateStreamStatement,
  PrivateStreamTerms,
} from '#contract/talk/streams/private.ts';
import type { Api } from '#services/http/api.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  acceptPrivateStream,
  askForPrivateStream,
  cancelPrivateStream,
  declinePrivateStream,
  endPrivateStream,
  getPrivateStatement,
  getPrivateStream,
  getPrivateTerms,
  leavePrivateStream,
  listPrivateStreams,
  postponePrivateStream,
  spectatePrivateStream,
} from '#services/talk/streams/private-streams.ts';
import { api } from '../../query/api.ts';
import { type Page, pagesByKey, queryWith } from '../../query/query-adapter.ts';

export type PrivateStreamFilter = Pick<QueryOf<'GET /streaming/private/search'>, 'side' | 'state' | 'limit'>;
/** What one of its people does with a private stream. */
export type PrivateStreamStep = 'accept' | 'decline' | 'later' | 'cancel' | 'end' | 'leave';

const steps: Readonly<Record<PrivateStreamStep, (services: Api, id: string) => Promise<PrivateStream>>> = {
  accept: acceptPrivateStream,
  decline: declinePrivateStream,
  later: postponePrivateStream,
  cancel: cancelPrivateStream,
  end: endPrivateStream,
  leave: leavePrivateStream,
};
const tagOf = (id: string) => ({ type: 'PrivateStream', id }) as const;

const privateStreamsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPrivateStreams: build.infiniteQuery<Page<PrivateStream>, PrivateStreamFilter, string | null>({
      ...pagesByKey(listPrivateStreams),
      providesTags: ['PrivateStreams'],
    }),
    getPrivateStream: build.query<PrivateStream, string>({
      queryFn: queryWith(getPrivateStream),
      providesTags: (_stream, _problem, id) => [tagOf(id)],
    }),
    getPrivateStatement: build.query<PrivateStreamStatement, string>({
      queryFn: queryWith(getPrivateStatement),
      providesTags: (_statement, _problem, id) => [tagOf(id)],
    }),
    getPrivateTerms: build.query<PrivateStreamTerms, string>({ queryFn: queryWith(getPrivateTerms) }),
    askForPrivateStream: build.mutation<
      PrivateStream,
      { readonly key: string; readonly body: BodyOf<'POST /streaming/private'> }
    >({
      queryFn: queryWith((services, { key, body }) => askForPrivateStream(services, key, body)),
      invalidatesTags: (_stream, problem) => (problem ? [] : ['PrivateStreams']),
    }),
    stepPrivateStream: build.mutation<
      PrivateStream,
      { readonly id: string; readonly step: PrivateStreamStep }
    >({
      queryFn: queryWith((services, { id, step }) => steps[step](services, id)),
      // Refused or not, what is shown may be outdated.
      invalidatesTags: (_stream, _problem, { id }) => ['PrivateStreams', tagOf(id), 'Wallet'],
    }),
    spectatePrivateStream: build.mutation<
      PrivateStream,
      { readonly id: string; readonly key: string; readonly expectedPerMinute: number }
    >({
      queryFn: queryWith((services, { key, ...body }) => spectatePrivateStream(services, key, body)),
      invalidatesTags: (_stream, problem, { id }) => (problem ? [] : [tagOf(id), 'Wallet']),
    }),
  }),
});

export const {
  useListPrivateStreamsInfiniteQuery,
  useGetPrivateStreamQuery,
  useGetPrivateStatementQuery,
  useGetPrivateTermsQuery,
  useAskForPrivateStreamMutation,
  useStepPrivateStreamMutation,
  useSpectatePrivateStreamMutation,
} = privateStreamsApi;
