import type { ReplyOf } from '#contract/registry';
import type { QueryOf } from '#services/call';
import { listFollowers, listFollowing } from '#services/follows';
import { pagesByOffset } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

type Filter = Omit<QueryOf<'GET /follows/following'>, 'offset'>;
export type Followed = ReplyOf<'GET /follows/following'>['data'][number];

/** Lists of follows; following itself is `followRequested` of the follow slice. */
export const followsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFollowing: build.infiniteQuery<Page<Followed>, Filter, number>({
      ...pagesByOffset(listFollowing),
      providesTags: ['Following'],
    }),
    listFollowers: build.infiniteQuery<Page<Followed>, Filter, number>({
      ...pagesByOffset(listFollowers),
      providesTags: ['Followers'],
    }),
  }),
});

export const { useListFollowingInfiniteQuery, useListFollowersInfiniteQuery } = followsApi;
