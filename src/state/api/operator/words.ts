import type { DeskComment } from '#contract/across/operator/words.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  addSiteWords,
  approveDeskComment,
  deleteDeskComment,
  listDeskComments,
  listSiteWords,
  removeSiteWords,
} from '#services/across/operator/words.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

type SiteWords = ReplyOf<'GET /operator/words'>;
type WithReason = { readonly id: string; readonly reason: string };
const tags = { providesTags: ['Desk' as const] };
const action = { invalidatesTags: ['Desk' as const] };

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listSiteWords: build.query<SiteWords, void>({
      queryFn: queryWith((services, _arg: void, signal) => listSiteWords(services, signal)),
      ...tags,
    }),
    addSiteWords: build.mutation<SiteWords, BodyOf<'POST /operator/words'>>({
      queryFn: queryWith(addSiteWords),
      ...action,
    }),
    removeSiteWords: build.mutation<SiteWords, BodyOf<'POST /operator/words/remove'>>({
      queryFn: queryWith(removeSiteWords),
      ...action,
    }),
    listDeskComments: build.infiniteQuery<Page<DeskComment>, { readonly limit?: number }, string | null>({
      ...pagesByKey(listDeskComments),
      ...tags,
    }),
    approveDeskComment: build.mutation<unknown, WithReason>({
      queryFn: queryWith(approveDeskComment),
      ...action,
    }),
    deleteDeskComment: build.mutation<unknown, WithReason>({
      queryFn: queryWith(deleteDeskComment),
      ...action,
    }),
  }),
});

export const {
  useListSiteWordsQuery,
  useAddSiteWordsMutation,
  useRemoveSiteWordsMutation,
  useListDeskCommentsInfiniteQuery,
  useApproveDeskCommentMutation,
  useDeleteDeskCommentMutation,
} = own;
