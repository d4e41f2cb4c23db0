import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const listScheduledMessages = (api: Api, conversationId: string, signal?: AbortSignal) =>
  api.call('GET /scheduled-messages', { query: { conversationId, limit: 100 }, signal });
export const scheduleMessage = (api: Api, body: BodyOf<'POST /scheduled-messages'>) =>
  api.call('POST /scheduled-messages', { body });
export const changeScheduledMessage = (api: Api, id: string, body: BodyOf<'PUT /scheduled-messages/:id'>) =>
  api.call('PUT /scheduled-messages/:id', { params: { id }, body });
export const deleteScheduledMessage = (api: Api, id: string) =>
  api.call('DELETE /scheduled-messages/:id', { params: { id } });
export const sendScheduledMessage = (api: Api, id: string) =>
  api.call('POST /scheduled-messages/:id/send', { params: { id } });
