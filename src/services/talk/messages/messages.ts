import type { Api } from '../../http/api.ts';
import { list, read, write } from '../../http/endpoints.ts';
import type { UploadInput } from '../../http/upload.ts';

export const listConversations = list('GET /conversations', { by: 'offset' });
export const createConversation = write('POST /conversations');
/** @public Required by the specification; not used by our pages. */
export const searchConversations = list('GET /conversations/search', { by: 'offset' });
export const getConversation = read('GET /conversations/:id');

export const listMessages = list('GET /messages/conversations/:id', { by: 'offset' });
/** `key`: the `Idempotency-Key` of a request with a price. */
export const sendMessage = write('POST /messages/conversations/:id', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Wallet']),
});
/** Searched anew each time: messages are edited and deleted. */
export const searchMessages = list('GET /messages/search', { keepSeconds: 0 });
export const getMessage = read('GET /messages/:id', { tags: ['Library'], keepSeconds: 0 });
/** @public Required by the specification; not used by our pages. */
export const freshVideoAddress = write('POST /messages/:id/videos/:videoId/url');
export const uploadMessagePhoto = (api: Api, input: UploadInput<'POST /messages/private/file/photo'>) =>
  api.upload('POST /messages/private/file/photo', input);
export const uploadMessageVideo = (api: Api, input: UploadInput<'POST /messages/private/file/video'>) =>
  api.upload('POST /messages/private/file/video', input);
export const uploadMessageVoice = (api: Api, input: UploadInput<'POST /messages/private/file/audio'>) =>
  api.upload('POST /messages/private/file/audio', input);
/** Requested anew each time: messages are sent, bought and deleted. */
export const listConversationMedia = list('GET /conversations/:id/media', { keepSeconds: 0 });
export const editMessage = write('PUT /messages/:id');
export const reactToMessage = write('PUT /messages/:id/reaction');
export const removeReaction = write('DELETE /messages/:id/reaction');
export const deleteMessage = write('DELETE /messages/:id');
export const countUnread = read('GET /messages/counting-not-read-messages');
export const readAll = write('POST /messages/read-all/:id');
