import type { CoCreation } from '#contract/co-creators';
import type { QueryOf } from '#services/call';
import { answerCoCreation, listCoCreations, withdrawCoCreation } from '#services/co-creators';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

export type CoCreationFilter = Pick<QueryOf<'GET /performer/co-creators'>, 'state' | 'limit'>;

/** What other creators tagged this one in. */
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
      queryFn: asks((services, { id, answer }) => answerCoCreation(services, id, answer)),
      invalidatesTags: (_done, problem) => (problem ? [] : ['CoCreations']),
    }),
    withdrawCoCreation: build.mutation<{ success: true }, string>({
      queryFn: asks(withdrawCoCreation),
      invalidatesTags: (_done, problem) => (problem ? [] : ['CoCreations']),
    }),
  }),
});

export const { useListCoCreationsInfiniteQuery, useAnswerCoCreationMutation, useWithdrawCoCreationMutation } =
  coCreatorsApi;
