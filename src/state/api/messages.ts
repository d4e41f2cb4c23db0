import type { Message } from '#contract/messages.ts';
import { getMessage } from '#services/messages.ts';
import { queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/** Messages outside of an open conversation; those in one are the message slice's. */
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
