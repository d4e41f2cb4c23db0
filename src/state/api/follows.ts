import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import { listFollowers, listFollowing } from '#services/content/follows.ts';
import { pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

type Filter = Omit<QueryOf<'GET /follows/following'>, 'offset'>;
export type FollowerFilter = Omit<QueryOf<'GET /follows/followers'>, 'offset'>;
export type Follower = ReplyOf<'GET /follows/followers'>['data'][number];
export type Followed = ReplyOf<'GET /follows/following'>['data'][number];

/** Lists of follows. To follow someone, dispatch `followRequested` of the follow slice. */
export const followsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFollowing: build.infiniteQuery<Page<Followed>, Filter, number>({
      ...pagesByOffset(listFollowing),
      providesTags: ['Following'],
    }),
    listFollowers: build.infiniteQuery<Page<Follower>, FollowerFilter, number>({
      ...pagesByOffset(listFollowers),
      providesTags: ['Followers'],
    }),
  }),
});

export const { useListFollowingInfiniteQuery, useListFollowersInfiniteQuery } = followsApi;
