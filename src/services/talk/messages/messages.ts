import type { MessageEmoji } from '#contract/talk/messages/messages.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';
import type { UploadInput } from '../../http/upload.ts';

export const listConversations = (api: Api, query: QueryOf<'GET /conversations'>, signal?: AbortSignal) =>
  api.call('GET /conversations', { query, signal });
export const createConversation = (api: Api, body: BodyOf<'POST /conversations'>) =>
  api.call('POST /conversations', { body });
/** @public Required by the specification; not used by our pages. */
export const searchConversations = (
  api: Api,
  query: QueryOf<'GET /conversations/search'>,
  signal?: AbortSignal,
) => api.call('GET /conversations/search', { query, signal });
export const getConversation = (api: Api, id: string) =>
  api.call('GET /conversations/:id', { params: { id } });

export const listMessages = (api: Api, id: string, query: QueryOf<'GET /messages/conversations/:id'>) =>
  api.call('GET /messages/conversations/:id', { params: { id }, query });
/** `key`: the `Idempotency-Key` of a request with a price. */
export const sendMessage = (
  api: Api,
  id: string,
  {
    key,
    ...data
  }: BodyOf<'POST /messages/conversations/:id'>['data'] & { readonly key?: string | undefined },
) =>
  api.call('POST /messages/conversations/:id', {
    params: { id },
    body: { conversationId: id, data },
    ...(key === undefined ? {} : { key }),
  });
export const searchMessages = (api: Api, query: QueryOf<'GET /messages/search'>, signal?: AbortSignal) =>
  api.call('GET /messages/search', { query, signal });
export const getMessage = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /messages/:id', { params: { id }, signal });
/** @public Required by the specification; not used by our pages. */
export const freshVideoAddress = (api: Api, id: string, videoId: string) =>
  api.call('POST /messages/:id/videos/:videoId/url', { params: { id, videoId } });
export const uploadMessagePhoto = (api: Api, input: UploadInput<'POST /messages/private/file/photo'>) =>
  api.upload('POST /messages/private/file/photo', input);
export const uploadMessageVideo = (api: Api, input: UploadInput<'POST /messages/private/file/video'>) =>
  api.upload('POST /messages/private/file/video', input);
export const uploadMessageVoice = (api: Api, input: UploadInput<'POST /messages/private/file/audio'>) =>
  api.upload('POST /messages/private/file/audio', input);
export const listConversationMedia = (
  api: Api,
  { id, ...query }: { readonly id: string } & QueryOf<'GET /conversations/:id/media'>,
  signal?: AbortSignal,
) => api.call('GET /conversations/:id/media', { params: { id }, query, signal });
export const editMessage = (api: Api, { id, text }: { readonly id: string; readonly text: string }) =>
  api.call('PUT /messages/:id', { params: { id }, body: { text } });
export const reactToMessage = (
  api: Api,
  { id, emoji }: { readonly id: string; readonly emoji: MessageEmoji },
) => api.call('PUT /messages/:id/reaction', { params: { id }, body: { emoji } });
export const removeReaction = (api: Api, id: string) =>
  api.call('DELETE /messages/:id/reaction', { params: { id } });
export const deleteMessage = (api: Api, id: string) => api.call('DELETE /messages/:id', { params: { id } });
export const countUnread = (api: Api) => api.call('GET /messages/counting-not-read-messages');
export const readAll = (api: Api, conversationId: string) =>
  api.call('POST /messages/read-all/:id', { params: { id: conversationId } });
