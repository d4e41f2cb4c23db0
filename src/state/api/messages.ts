import type { MessageHit } from '#contract/messages/search.ts';
import type { Message } from '#contract/messages.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getMessage, searchMessages } from '#services/messages.ts';
import { pagesByKey, queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/** Single messages outside an open conversation. Messages in a conversation belong to the message slice. */
interface MessageHits {
  readonly data: MessageHit[];
  readonly nextCursor: string | null;
}
export type MessageSearch = Pick<QueryOf<'GET /messages/search'>, 'q' | 'conversationId' | 'from'>;

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessage: build.query<Message, string>({
      queryFn: queryWith(getMessage),
      providesTags: ['Library'],
      keepUnusedDataFor: 0,
    }),
    searchMessages: build.infiniteQuery<MessageHits, MessageSearch, string | null>({
      ...pagesByKey(searchMessages),
      // Searched anew each time: messages are edited and deleted.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMessageQuery, useSearchMessagesInfiniteQuery } = messagesApi;
