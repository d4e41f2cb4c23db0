import type { ReplyOf } from '#contract/core/registry.ts';
import { getInterests, setInterests } from '#services/people/accounts.ts';
import { suggestCreators } from '#services/across/search/explore.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { creatorTags } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';
import { learnsFollows } from '../../query/learns-follows.ts';

type Interests = ReplyOf<'GET /users/interests'>;
type Suggestions = ReplyOf<'GET /explore/suggestions'>;

export const interestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInterests: build.query<Interests, void>({
      queryFn: queryWith((services, _arg: void, signal) => getInterests(services, signal)),
      providesTags: ['Interests'],
    }),
    setInterests: build.mutation<Interests, string[]>({
      queryFn: queryWith(setInterests),
      invalidatesTags: ['Interests'],
    }),
    /** Not kept: interests may have changed. */
    suggestCreators: build.query<Suggestions, void>({
      queryFn: queryWith((services, _arg: void, signal) => suggestCreators(services, signal)),
      providesTags: (reply) => creatorTags(reply?.data.map(({ performer }) => performer)),
      keepUnusedDataFor: 0,
      onQueryStarted: learnsFollows((reply) => reply.data.map(({ performer }) => performer)),
    }),
  }),
});

export const { useGetInterestsQuery, useSetInterestsMutation, useSuggestCreatorsQuery } = interestsApi;
