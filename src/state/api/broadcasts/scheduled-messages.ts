import type { ScheduledMessage } from '#contract/trade/broadcasts/scheduled-messages.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  changeScheduledMessage,
  deleteScheduledMessage,
  listScheduledMessages,
  scheduleMessage,
  sendScheduledMessage,
} from '#services/trade/broadcasts/scheduled-messages.ts';
import { type Page, queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

interface Change {
  readonly id: string;
  readonly body: BodyOf<'PUT /scheduled-messages/:id'>;
}

/** A creator's messages that are sent later. A failure also asks again: the message may have been sent meanwhile. */
export const scheduledMessagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listScheduledMessages: build.query<Page<ScheduledMessage>, string>({
      queryFn: queryWith(listScheduledMessages),
      providesTags: ['ScheduledMessages'],
    }),
    scheduleMessage: build.mutation<ScheduledMessage, BodyOf<'POST /scheduled-messages'>>({
      queryFn: queryWith(scheduleMessage),
      invalidatesTags: ['ScheduledMessages'],
    }),
    changeScheduledMessage: build.mutation<ScheduledMessage, Change>({
      queryFn: queryWith((services, { id, body }) => changeScheduledMessage(services, id, body)),
      invalidatesTags: ['ScheduledMessages'],
    }),
    deleteScheduledMessage: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteScheduledMessage),
      invalidatesTags: ['ScheduledMessages'],
    }),
    sendScheduledMessage: build.mutation<Message, string>({
      queryFn: queryWith(sendScheduledMessage),
      invalidatesTags: ['ScheduledMessages'],
    }),
  }),
});

export const {
  useListScheduledMessagesQuery,
  useScheduleMessageMutation,
  useChangeScheduledMessageMutation,
  useDeleteScheduledMessageMutation,
  useSendScheduledMessageMutation,
} = scheduledMessagesApi;
