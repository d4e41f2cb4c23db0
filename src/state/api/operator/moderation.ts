import type { ReplyOf } from '#contract/core/registry.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { ListedCase, ModerationCase } from '#contract/across/operator/moderation.ts';
import type { QueryOf } from '#services/http/call.ts';
import {
  answerAppeal,
  confirmBan,
  decideCase,
  getCase,
  liftDecision,
  listCases,
  openCase,
  openCaseFile,
  withdrawBan,
} from '#services/across/operator/moderation.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

type After = ReplyOf<'POST /operator/decisions/:id/lift'>;
/** A refused action also shows what another operator did meanwhile. */
const invalidatesTags = ['Desk'] as const;

const moderationApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listCases: build.infiniteQuery<
      Page<ListedCase>,
      Pick<QueryOf<'GET /operator/cases'>, 'state' | 'category' | 'kind' | 'limit'>,
      string | null
    >({ ...pagesByKey(listCases), providesTags: ['Desk'] }),
    getCase: build.query<ModerationCase, string>({ queryFn: queryWith(getCase), providesTags: ['Desk'] }),
    openCase: build.mutation<ReplyOf<'POST /operator/cases'>, Parameters<typeof openCase>[1]>({
      queryFn: queryWith(openCase),
      invalidatesTags,
    }),
    openCaseFile: build.mutation<FileView, Parameters<typeof openCaseFile>[1]>({
      queryFn: queryWith(openCaseFile),
    }),
    decideCase: build.mutation<ModerationCase, Parameters<typeof decideCase>[1]>({
      queryFn: queryWith(decideCase),
      invalidatesTags,
    }),
    confirmBan: build.mutation<After, string>({ queryFn: queryWith(confirmBan), invalidatesTags }),
    withdrawBan: build.mutation<After, Parameters<typeof withdrawBan>[1]>({
      queryFn: queryWith(withdrawBan),
      invalidatesTags,
    }),
    liftDecision: build.mutation<After, Parameters<typeof liftDecision>[1]>({
      queryFn: queryWith(liftDecision),
      invalidatesTags,
    }),
    answerAppeal: build.mutation<After, Parameters<typeof answerAppeal>[1]>({
      queryFn: queryWith(answerAppeal),
      invalidatesTags,
    }),
  }),
});

export const {
  useListCasesInfiniteQuery,
  useGetCaseQuery,
  useOpenCaseMutation,
  useOpenCaseFileMutation,
  useDecideCaseMutation,
  useConfirmBanMutation,
  useWithdrawBanMutation,
  useLiftDecisionMutation,
  useAnswerAppealMutation,
} = moderationApi;
