import type { Message } from '#contract/messages';
import { getMessage } from '#services/messages';
import { asks } from './api-asking.ts';
import { api } from './api.ts';

/** Messages outside of an open conversation; those in one are the message slice's. */
export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessage: build.query<Message, string>({
      queryFn: asks(getMessage),
      providesTags: ['Library'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetMessageQuery } = messagesApi;
