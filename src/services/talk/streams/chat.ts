import type { Api } from '../../http/api.ts';
import { list, read, write } from '../../http/endpoints.ts';
import type { UploadInput } from '../../http/upload.ts';

export const getPrivateStreamChat = read('GET /conversations/stream/:id');
export const getPublicStreamChat = read('GET /conversations/stream/public/:id');
export const updateStreamChat = write('PUT /conversations/:id/update');
export const listStreamMessages = list('GET /messages/conversations/public/:id');
/** In the chat of a private stream. */
export const sendPrivateStreamMessage = write('POST /messages/stream/conversations/:id');
export const sendPublicStreamMessage = write('POST /messages/stream/public/conversations/:id');
export const removeAllStreamMessages = write('DELETE /messages/:id/remove-all-message');
export const approveStreamMessage = write('POST /messages/stream/:id/approve');
export const listChatPeople = read('GET /streaming/chat/people', { tags: ['ChatPeople'] });
export const nameChatModerator = write('PUT /streaming/chat/moderators/:id', { invalidates: ['ChatPeople'] });
export const endChatModerator = write('DELETE /streaming/chat/moderators/:id', {
  invalidates: ['ChatPeople'],
});
export const banFromChat = write('POST /streaming/chat/bans', { invalidates: ['ChatPeople'] });
export const unbanFromChat = write('DELETE /streaming/chat/bans/:id', { invalidates: ['ChatPeople'] });
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
