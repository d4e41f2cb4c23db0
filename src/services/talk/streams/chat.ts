import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';
import type { UploadInput } from '../../http/upload.ts';

type Draft = BodyOf<'POST /messages/stream/conversations/:id'>['data'];

export const getPrivateStreamChat = (api: Api, streamId: string, signal?: AbortSignal) =>
  api.call('GET /conversations/stream/:id', { params: { id: streamId }, signal });
export const getPublicStreamChat = (api: Api, streamId: string, signal?: AbortSignal) =>
  api.call('GET /conversations/stream/public/:id', { params: { id: streamId }, signal });
export const updateStreamChat = (api: Api, id: string, body: BodyOf<'PUT /conversations/:id/update'>) =>
  api.call('PUT /conversations/:id/update', { params: { id }, body });
export const listStreamMessages = (
  api: Api,
  id: string,
  query: QueryOf<'GET /messages/conversations/public/:id'>,
) => api.call('GET /messages/conversations/public/:id', { params: { id }, query });
/** In the chat of a private stream. */
export const sendPrivateStreamMessage = (api: Api, id: string, data: Draft) =>
  api.call('POST /messages/stream/conversations/:id', { params: { id }, body: { conversationId: id, data } });
export const sendPublicStreamMessage = (api: Api, id: string, data: Draft) =>
  api.call('POST /messages/stream/public/conversations/:id', {
    params: { id },
    body: { conversationId: id, data },
  });
export const removeAllStreamMessages = (api: Api, id: string) =>
  api.call('DELETE /messages/:id/remove-all-message', { params: { id } });
export const approveStreamMessage = (api: Api, id: string) =>
  api.call('POST /messages/stream/:id/approve', { params: { id } });
export const listChatPeople = (api: Api, signal?: AbortSignal) =>
  api.call('GET /streaming/chat/people', { signal });
export const nameChatModerator = (api: Api, id: string) =>
  api.call('PUT /streaming/chat/moderators/:id', { params: { id } });
export const endChatModerator = (api: Api, id: string) =>
  api.call('DELETE /streaming/chat/moderators/:id', { params: { id } });
export const banFromChat = (api: Api, body: BodyOf<'POST /streaming/chat/bans'>) =>
  api.call('POST /streaming/chat/bans', { body });
export const unbanFromChat = (api: Api, id: string) =>
  api.call('DELETE /streaming/chat/bans/:id', { params: { id } });
export const uploadStreamPhoto = (api: Api, input: UploadInput<'POST /messages/public/file/photo'>) =>
  api.upload('POST /messages/public/file/photo', input);
/** @public Required by the specification; our pages send photos only. */
export const uploadStreamVideo = (api: Api, input: UploadInput<'POST /messages/public/file/video'>) =>
  api.upload('POST /messages/public/file/video', input);
/** @public Required by the specification; our pages send photos only. */
export const uploadStreamThumbnail = (api: Api, input: UploadInput<'POST /messages/public/file/thumbnail'>) =>
  api.upload('POST /messages/public/file/thumbnail', input);
/** @public Required by the specification; our pages send photos only. */
export const uploadStreamAudio = (api: Api, input: UploadInput<'POST /messages/public/file/audio'>) =>
  api.upload('POST /messages/public/file/audio', input);
