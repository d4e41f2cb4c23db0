import type { Message } from '#contract/messages.ts';
import { getMessage } from '#services/messages.ts';
import { queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/** Single messages outside an open conversation. Messages in a conversation belong to the message slice. */
export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessage: build.query<Message, string>({
      queryFn: queryWith(getMessage),
      providesTags: ['Library'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMessageQuery } = messagesApi;
