import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const getFanPanel = (api: Api, conversationId: string, signal?: AbortSignal) =>
  api.call('GET /conversations/:id/fan', { params: { id: conversationId }, signal });
export const setFanNote = (
  api: Api,
  conversationId: string,
  body: BodyOf<'PUT /conversations/:id/fan/note'>,
) => api.call('PUT /conversations/:id/fan/note', { params: { id: conversationId }, body });
