import type { ReplyOf } from '#contract/core/registry.ts';
import type { Stream, StreamHealth } from '#contract/talk/streams/streams.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  changeStream,
  changeStreamSettings,
  getEncoder,
  getHealth,
  getStreamSettings,
  listOwnStreams,
  renewEncoderKey,
} from '#services/talk/streams/own-streams.ts';
import { api } from '../../query/api.ts';
import { pagesByKey, queryWith } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';

export type OwnStream = ReplyOf<'GET /streaming/own/search'>['data'][number];
type Encoder = ReplyOf<'GET /streaming/encoder'>;
type Change = {
  readonly id: string;
  readonly body: BodyOf<'PUT /streaming/live/:id'>;
  /** The `editedAt` of the stream that the change is about. */
  readonly version?: string | undefined;
};

export const ownStreamsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnStreams: build.infiniteQuery<
      Page<OwnStream>,
      Pick<QueryOf<'GET /streaming/own/search'>, 'state' | 'limit'>,
      string | null
    >({
      ...pagesByKey(listOwnStreams),
      providesTags: ['OwnStreams'],
    }),
    getStreamSettings: build.query<StreamSettings, void>({
      queryFn: queryWith((services, _arg: void, signal) => getStreamSettings(services, signal)),
      providesTags: ['StreamSettings'],
    }),
    changeStreamSettings: build.mutation<StreamSettings, BodyOf<'PUT /streaming/update'>>({
      queryFn: queryWith(changeStreamSettings),
      invalidatesTags: (_settings, problem) => (problem ? [] : ['StreamSettings']),
    }),
    changeStream: build.mutation<Stream, Change>({
      queryFn: queryWith((services, { id, body, version }) =>
        changeStream(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_stream, problem, { id }) =>
        problem ? [] : ['OwnStreams', 'Streams', { type: 'Stream', id }],
    }),
    getStreamHealth: build.query<StreamHealth, string>({ queryFn: queryWith(getHealth) }),
    getEncoder: build.query<Encoder, void>({
      queryFn: queryWith((services, _arg: void, signal) => getEncoder(services, signal)),
    }),
    renewEncoderKey: build.mutation<Encoder, void>({
      queryFn: queryWith((services, _arg: void) => renewEncoderKey(services)),
      async onQueryStarted(_arg, { dispatch, queryFulfilled }) {
        const reply = await queryFulfilled.catch(() => null);
        if (reply) dispatch(ownStreamsApi.util.updateQueryData('getEncoder', undefined, () => reply.data));
      },
    }),
  }),
});

export const {
  useListOwnStreamsInfiniteQuery,
  useGetStreamSettingsQuery,
  useChangeStreamSettingsMutation,
  useChangeStreamMutation,
  useGetStreamHealthQuery,
  useGetEncoderQuery,
  useRenewEncoderKeyMutation,
} = ownStreamsApi;
