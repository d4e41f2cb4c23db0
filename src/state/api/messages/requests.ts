import type { FirstMessageSettings } from '#contract/talk/messages/requests.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { getFirstMessageSettings, setFirstMessageSettings } from '#services/talk/messages/inbox.ts';
import { sendMessage } from '#services/talk/messages/messages.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

type FirstMessage = { readonly conversationId: string } & Parameters<typeof sendMessage>[2];

/** A creator's terms for first messages, and sending one that has a price. */
const messageRequestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendFirstMessage: build.mutation<Message, FirstMessage>({
      queryFn: queryWith((services, { conversationId, ...data }) =>
        sendMessage(services, conversationId, data),
      ),
      invalidatesTags: (_sent, problem) => (problem ? [] : ['Wallet']),
    }),
    getFirstMessageSettings: build.query<FirstMessageSettings, void>({
      queryFn: queryWith(getFirstMessageSettings),
      providesTags: ['FirstMessageSettings'],
    }),
    setFirstMessageSettings: build.mutation<FirstMessageSettings, FirstMessageSettings>({
      queryFn: queryWith(setFirstMessageSettings),
      invalidatesTags: (_saved, problem) => (problem ? [] : ['FirstMessageSettings']),
    }),
  }),
});

export const {
  useSendFirstMessageMutation,
  useGetFirstMessageSettingsQuery,
  useSetFirstMessageSettingsMutation,
} = messageRequestsApi;
