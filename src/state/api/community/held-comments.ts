import type { Comment } from '#contract/content/comments.ts';
import {
  approveComment,
  deleteComment,
  getHeldWords,
  listHeldComments,
  setHeldWords,
} from '#services/content/comments.ts';
import { type Page, pagesByKey, queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

interface HeldWords {
  readonly words: string[];
}

/** Comments that wait for the creator's review, and the words that hold them. */
const heldComments = api.injectEndpoints({
  endpoints: (build) => ({
    listHeldComments: build.infiniteQuery<Page<Comment>, Record<never, never>, string | null>({
      ...pagesByKey(listHeldComments),
      providesTags: ['HeldComments'],
    }),
    approveHeldComment: build.mutation<Comment, string>({
      queryFn: queryWith(approveComment),
      invalidatesTags: ['HeldComments', 'Comments'],
    }),
    deleteHeldComment: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteComment),
      invalidatesTags: ['HeldComments'],
    }),
    getHeldWords: build.query<HeldWords, void>({
      queryFn: queryWith((services) => getHeldWords(services)),
      providesTags: ['HeldWords'],
    }),
    setHeldWords: build.mutation<HeldWords, string[]>({
      queryFn: queryWith(setHeldWords),
      invalidatesTags: (_words, problem) => (problem ? [] : ['HeldWords']),
    }),
  }),
});

export const {
  useListHeldCommentsInfiniteQuery,
  useApproveHeldCommentMutation,
  useDeleteHeldCommentMutation,
  useGetHeldWordsQuery,
  useSetHeldWordsMutation,
} = heldComments;
