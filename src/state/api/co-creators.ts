import type { CoCreation } from '#contract/content/co-creators.ts';
import type { QueryOf } from '#services/http/call.ts';
import { answerCoCreation, listCoCreations, withdrawCoCreation } from '#services/content/co-creators.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type CoCreationFilter = Pick<QueryOf<'GET /performer/co-creators'>, 'state' | 'limit'>;

/** Content that other creators have tagged this creator in. */
export const coCreatorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCoCreations: build.infiniteQuery<Page<CoCreation>, CoCreationFilter, string | null>({
      ...pagesByKey(listCoCreations),
      providesTags: ['CoCreations'],
    }),
    answerCoCreation: build.mutation<
      CoCreation,
      { readonly id: string; readonly answer: 'accept' | 'decline' }
    >({
      queryFn: queryWith((services, { id, answer }) => answerCoCreation(services, id, answer)),
      invalidatesTags: (_done, problem) => (problem ? [] : ['CoCreations']),
    }),
    withdrawCoCreation: build.mutation<{ success: true }, string>({
      queryFn: queryWith(withdrawCoCreation),
      invalidatesTags: (_done, problem) => (problem ? [] : ['CoCreations']),
    }),
  }),
});

export const { useListCoCreationsInfiniteQuery, useAnswerCoCreationMutation, useWithdrawCoCreationMutation } =
  coCreatorsApi;
