import type { ReplyOf } from '#contract/core/registry.ts';
import type { StreamConversation, StreamMessage } from '#contract/talk/streams/chat.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  approveStreamMessage,
  banFromChat,
  endChatModerator,
  listChatPeople,
  nameChatModerator,
  removeAllStreamMessages,
  unbanFromChat,
  updateStreamChat,
  uploadStreamPhoto,
} from '#services/talk/streams/chat.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';
import { streamChatLoaded, streamMessagesLoaded } from '../../streams/stream-message.ts';

interface Done {
  readonly success: true;
}

/** How a creator and their moderators look after a chat. */
const streamChatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChatPeople: build.query<ReplyOf<'GET /streaming/chat/people'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listChatPeople(services, signal)),
      providesTags: ['ChatPeople'],
    }),
    updateStreamChat: build.mutation<
      StreamConversation,
      { readonly id: string; readonly body: BodyOf<'PUT /conversations/:id/update'> }
    >({
      queryFn: queryWith((services, { id, body }) => updateStreamChat(services, id, body)),
      async onQueryStarted(_arg, { dispatch, queryFulfilled }) {
        const reply = await queryFulfilled.catch(() => null);
        if (reply) dispatch(streamChatLoaded({ conversation: reply.data, now: Date.now() }));
      },
    }),
    approveStreamMessage: build.mutation<StreamMessage, string>({
      queryFn: queryWith(approveStreamMessage),
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const reply = await queryFulfilled.catch(() => null);
        if (reply)
          dispatch(streamMessagesLoaded({ conversationId: reply.data.conversationId, data: [reply.data] }));
      },
    }),
    clearStreamChat: build.mutation<Done, string>({ queryFn: queryWith(removeAllStreamMessages) }),
    banFromChat: build.mutation<Done, BodyOf<'POST /streaming/chat/bans'>>({
      queryFn: queryWith(banFromChat),
      invalidatesTags: ['ChatPeople'],
    }),
    unbanFromChat: build.mutation<Done, string>({
      queryFn: queryWith(unbanFromChat),
      invalidatesTags: ['ChatPeople'],
    }),
    nameChatModerator: build.mutation<Done, string>({
      queryFn: queryWith(nameChatModerator),
      invalidatesTags: ['ChatPeople'],
    }),
    endChatModerator: build.mutation<Done, string>({
      queryFn: queryWith(endChatModerator),
      invalidatesTags: ['ChatPeople'],
    }),
    uploadStreamPhoto: build.mutation<ReplyOf<'POST /messages/public/file/photo'>, File>({
      queryFn: queryWith((services, file: File) => uploadStreamPhoto(services, { files: { file } })),
    }),
  }),
});

export const {
  useListChatPeopleQuery,
  useUpdateStreamChatMutation,
  useApproveStreamMessageMutation,
  useClearStreamChatMutation,
  useBanFromChatMutation,
  useUnbanFromChatMutation,
  useNameChatModeratorMutation,
  useEndChatModeratorMutation,
  useUploadStreamPhotoMutation,
} = streamChatApi;
