import type { MutedCreator } from '#contract/across/blocks.ts';
import { listMutedCreators, muteCreator, unmuteCreator } from '#services/across/blocks.ts';
import type { QueryOf } from '#services/http/call.ts';
import { queryWith, pagesByKey } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

/** Creators whose posts and updates a person doesn't want to see. */
export const creatorMutesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMutedCreators: build.infiniteQuery<
      Page<MutedCreator>,
      Pick<QueryOf<'GET /creator-mutes'>, 'limit'>,
      string | null
    >({ ...pagesByKey(listMutedCreators), providesTags: ['MutedCreators'] }),
    setCreatorMuted: build.mutation<{ isMuted: boolean }, { readonly id: string; readonly isMuted: boolean }>(
      {
        queryFn: queryWith((services, { id, isMuted }) =>
          (isMuted ? muteCreator : unmuteCreator)(services, id),
        ),
        // What is suggested changes: timelines, creators and streams.
        invalidatesTags: (_mute, problem) =>
          problem ? [] : ['MutedCreators', 'Timeline', 'Creators', 'Streams'],
      },
    ),
  }),
});

export const { useListMutedCreatorsInfiniteQuery, useSetCreatorMutedMutation } = creatorMutesApi;
