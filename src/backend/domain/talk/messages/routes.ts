import type { conversationMedia } from '#contract/talk/messages/media.ts';
import type { messageSearch } from '#contract/talk/messages/search.ts';
import type { conversations } from '#contract/talk/messages/conversations.ts';
import type { messageRequests } from '#contract/talk/messages/requests.ts';
import type { voiceUploads } from '#contract/talk/messages/voice.ts';
import type { messaging } from '#contract/talk/messages/messages.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { invalid } from '../../../kernel/errors.ts';
import { editMessage, react, unreact } from './changing.ts';
import { getConversation, openConversationWith } from './conversations.ts';
import { listMedia } from './conversation-media.ts';
import { deleteMessage } from './deleting.ts';
import { countWaiting, listConversations } from './inbox/listing.ts';
import { organize } from './inbox/organizing.ts';
import { answerRequest } from './requests/answering.ts';
import { firstMessageSettings, setFirstMessageSettings } from './requests/settings.ts';
import { listMessages, videoAddress, viewMessage } from './reading.ts';
import { countUnread, readAll } from './unread.ts';
import { searchMessages } from './searching.ts';
import { sendMessage } from './sending.ts';
import { storeVoice } from './voice.ts';
import { deleteStreamMessage } from '../streams/chat/moderating.ts';
import { fileView } from '../../base/files/presenters.ts';
import { storeUpload } from '../../base/files/uploads.ts';

export const messageSearchHandlers: HandlersOf<typeof messageSearch> = {
  'GET /messages/search': (ctx, { query }) => searchMessages(ctx, query),
};

export const conversationMediaHandlers: HandlersOf<typeof conversationMedia> = {
  'GET /conversations/:id/media': (ctx, { params, query }) => listMedia(ctx, params.id, query),
};

export const voiceUploadHandlers: HandlersOf<typeof voiceUploads> = {
  'POST /messages/private/file/audio': async (ctx, { body, files }) =>
    fileView(ctx, await storeVoice(ctx, body, files[0]), { readable: true }),
};

export const conversationHandlers: HandlersOf<typeof conversations> = {
  'GET /conversations': (ctx, { query }) => listConversations(ctx, query),
  'GET /conversations/counts': (ctx) => countWaiting(ctx),
  'PUT /conversations/:id/inbox': (ctx, { params, body }) => organize(ctx, params.id, body),
  'GET /conversations/search': (ctx, { query }) => listConversations(ctx, { ...query, filter: 'all' }),
  'POST /conversations': (ctx, { body }) => openConversationWith(ctx, body),
  'GET /conversations/:id': (ctx, { params }) => getConversation(ctx, params.id),
};

export const messageRequestHandlers: HandlersOf<typeof messageRequests> = {
  'GET /message-requests/settings': (ctx) => firstMessageSettings(ctx),
  'PUT /message-requests/settings': (ctx, { body }) => setFirstMessageSettings(ctx, body),
  'POST /conversations/:id/accept-request': (ctx, { params }) => answerRequest(ctx, params.id, 'accepted'),
  'POST /conversations/:id/decline-request': (ctx, { params }) => answerRequest(ctx, params.id, 'declined'),
};

export const messagingHandlers: HandlersOf<typeof messaging> = {
  'GET /messages/conversations/:id': (ctx, input) => listMessages(ctx, input),
  'POST /messages/conversations/:id': async (ctx, { params, body }) => {
    if (body.conversationId !== params.id)
      throw invalid('conversationId', 'The conversation id doesn’t match the one in the path.');
    return sendMessage(ctx, params.id, body.data);
  },
  'GET /messages/counting-not-read-messages': async (ctx) => ({ total: await countUnread(ctx) }),
  'POST /messages/read-all/:id': async (ctx, { params }) => {
    await readAll(ctx, params.id);
    return { success: true };
  },
  'GET /messages/:id': (ctx, { params }) => viewMessage(ctx, params.id),
  'POST /messages/private/file/photo': async (ctx, { body, files }) =>
    fileView(
      ctx,
      await storeUpload(ctx, { type: 'message-photo', kind: 'image', fields: body, file: files[0] }),
      { readable: true },
    ),
  'POST /messages/private/file/video': async (ctx, { body, files }) =>
    fileView(
      ctx,
      await storeUpload(ctx, { type: 'message-video', kind: 'video', fields: body, file: files[0] }),
      { readable: true },
    ),
  'POST /messages/:id/videos/:videoId/url': (ctx, { params }) => videoAddress(ctx, params),
  'PUT /messages/:id': (ctx, { params, body }) => editMessage(ctx, { id: params.id, text: body.text }),
  'PUT /messages/:id/reaction': (ctx, { params, body }) => react(ctx, { id: params.id, emoji: body.emoji }),
  'DELETE /messages/:id/reaction': (ctx, { params }) => unreact(ctx, params.id),
  'DELETE /messages/:id': async (ctx, { params }) =>
    (await deleteStreamMessage(ctx, params.id)) ?? deleteMessage(ctx, params.id),
};
