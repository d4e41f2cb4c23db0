import type { Middleware } from 'redux';
import type { Stream, Supporter } from '#contract/talk/streams/streams.ts';
import type { QueryOf } from '#services/http/call.ts';
import {
  getStream,
  listSupporters,
  removeReminder,
  searchStreams,
  setReminder,
} from '#services/talk/streams/streams.ts';
import { addMiddleware } from '../../lazy.ts';
import { live } from '../../live/live-events.ts';
import { api } from '../../query/api.ts';
import { pagesByKey, queryWith } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import type { AppStore } from '../../store.ts';

export type StreamFilter = Pick<
  QueryOf<'GET /streaming/user/search'>,
  'state' | 'performerId' | 'category' | 'followed' | 'limit'
>;

const tagsOf = (stream: Stream): Tag[] => [
  { type: 'Stream', id: stream._id },
  { type: 'Creator', id: stream.performer._id },
];

export const streamsApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchStreams: build.infiniteQuery<Page<Stream>, StreamFilter, string | null>({
      ...pagesByKey(searchStreams),
      providesTags: (result) => [
        'Streams',
        ...(result?.pages ?? []).flatMap(({ data }) => data.flatMap(tagsOf)),
      ],
    }),
    getStream: build.query<Stream, string>({
      queryFn: queryWith(getStream),
      providesTags: (stream) => (stream ? tagsOf(stream) : []),
    }),
    listSupporters: build.query<{ data: Supporter[] }, string>({
      queryFn: queryWith(listSupporters),
      providesTags: (_supporters, _problem, id) => [{ type: 'Supporters', id }],
    }),
    remind: build.mutation<{ success: true }, { readonly id: string; readonly isOn: boolean }>({
      queryFn: queryWith((services, { id, isOn }) => (isOn ? setReminder : removeReminder)(services, id)),
      invalidatesTags: (_done, problem, { id }) => (problem ? [] : [{ type: 'Stream', id }]),
    }),
  }),
});

/** Changes a stream in the cached record and in every cached list. */
function patchStream(store: AppStore, id: string, change: Partial<Stream>): void {
  // RTK Query's part of the state is injected later, so the store's type doesn't include it.
  const dispatch = store.dispatch as (action: unknown) => unknown;
  dispatch(streamsApi.util.updateQueryData('getStream', id, (draft) => void Object.assign(draft, change)));
  const asked = streamsApi.util.selectCachedArgsForQuery(store.getState() as never, 'searchStreams');
  for (const filter of asked)
    dispatch(
      streamsApi.util.updateQueryData('searchStreams', filter, (draft) => {
        const found = draft.pages.flatMap(({ data }) => data).find(({ _id }) => _id === id);
        if (found) Object.assign(found, change);
      }),
    );
}

const following: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  const appStore = store as unknown as AppStore;
  if (live['stream/viewers'].match(action)) {
    const { streamId, viewers } = action.payload;
    patchStream(appStore, streamId, { viewers });
  }
  if (live['stream/tip'].match(action)) {
    const { streamId, tipped } = action.payload;
    patchStream(appStore, streamId, { tipped });
  }
  return result;
};
addMiddleware(following);

export const { useSearchStreamsInfiniteQuery, useGetStreamQuery, useListSupportersQuery } = streamsApi;
