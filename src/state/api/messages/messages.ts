import type { MediaMessage } from '#contract/talk/messages/media.ts';
import type { MessageHit } from '#contract/talk/messages/search.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getMessage, listConversationMedia, searchMessages } from '#services/talk/messages/messages.ts';
import { pagesByKey, queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

/** Single messages outside an open conversation. Messages in a conversation belong to the message slice. */
interface MessageHits {
  readonly data: MessageHit[];
  readonly nextCursor: string | null;
}
export type MessageSearch = Pick<QueryOf<'GET /messages/search'>, 'q' | 'conversationId' | 'from'>;

interface MediaPage {
  readonly data: MediaMessage[];
  readonly nextCursor: string | null;
}
export type ConversationMedia = { readonly id: string } & Pick<
  QueryOf<'GET /conversations/:id/media'>,
  'kind' | 'limit'
>;

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
    conversationMedia: build.infiniteQuery<MediaPage, ConversationMedia, string | null>({
      ...pagesByKey(listConversationMedia),
      // Asked anew each time: messages are sent, bought and deleted.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMessageQuery, useSearchMessagesInfiniteQuery, useConversationMediaInfiniteQuery } =
  messagesApi;
