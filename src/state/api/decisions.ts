import type { ReplyOf } from '#contract/core/registry.ts';
import type { Decision, OwnReport } from '#contract/across/decisions.ts';
import {
  appealDecision,
  getDecision,
  getDecisionOn,
  listDecisions,
  listOwnReports,
} from '#services/across/decisions.ts';
import { api } from '../query/api.ts';
import { type Page, pagesByKey, queryWith } from '../query/query-adapter.ts';

/** Decisions about the person, their appeals, and their own reports. */
const decisionsApi = api.enhanceEndpoints({ addTagTypes: ['Decision'] }).injectEndpoints({
  endpoints: (build) => ({
    listDecisions: build.infiniteQuery<Page<Decision>, { limit?: number }, string | null>({
      ...pagesByKey(listDecisions),
      providesTags: ['Decision'],
    }),
    listOwnReports: build.infiniteQuery<Page<OwnReport>, { limit?: number }, string | null>({
      ...pagesByKey(listOwnReports),
      providesTags: ['Decision'],
    }),
    getDecision: build.query<Decision, { id: string; token?: string }>({
      queryFn: queryWith(getDecision),
      providesTags: ['Decision'],
    }),
    getDecisionOn: build.query<ReplyOf<'GET /decisions/on/:type/:id'>, Parameters<typeof getDecisionOn>[1]>({
      queryFn: queryWith(getDecisionOn),
      providesTags: ['Decision'],
    }),
    appealDecision: build.mutation<Decision, Parameters<typeof appealDecision>[1]>({
      queryFn: queryWith(appealDecision),
      invalidatesTags: (_decision, problem) => (problem ? [] : ['Decision']),
    }),
  }),
});

export const {
  useListDecisionsInfiniteQuery,
  useListOwnReportsInfiniteQuery,
  useGetDecisionQuery,
  useGetDecisionOnQuery,
  useAppealDecisionMutation,
} = decisionsApi;
