import type { QuickReply } from '#contract/trade/broadcasts/quick-replies.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  addQuickReply,
  changeQuickReply,
  deleteQuickReply,
  listQuickReplies,
  orderQuickReplies,
} from '#services/trade/broadcasts/quick-replies.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

type All = ReplyOf<'GET /quick-replies'>;
type Fields = BodyOf<'POST /quick-replies'>;
const stale = (_done: unknown, problem: unknown) => (problem ? [] : (['QuickReplies'] as const));

/** The texts that a creator writes often. */
export const quickRepliesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQuickReplies: build.query<All, void>({
      queryFn: queryWith(listQuickReplies),
      providesTags: ['QuickReplies'],
    }),
    addQuickReply: build.mutation<QuickReply, Fields>({
      queryFn: queryWith(addQuickReply),
      invalidatesTags: stale,
    }),
    changeQuickReply: build.mutation<QuickReply, { readonly id: string; readonly body: Fields }>({
      queryFn: queryWith((services, { id, body }) => changeQuickReply(services, id, body)),
      invalidatesTags: stale,
    }),
    orderQuickReplies: build.mutation<All, string[]>({
      queryFn: queryWith(orderQuickReplies),
      // Also after a failure: the order shown is then no longer the one that is stored.
      invalidatesTags: ['QuickReplies'],
    }),
    deleteQuickReply: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteQuickReply),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListQuickRepliesQuery,
  useAddQuickReplyMutation,
  useChangeQuickReplyMutation,
  useOrderQuickRepliesMutation,
  useDeleteQuickReplyMutation,
} = quickRepliesApi;
