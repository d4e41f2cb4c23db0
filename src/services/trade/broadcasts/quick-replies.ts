import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

export const listQuickReplies = (api: Api, _all?: unknown, signal?: AbortSignal) =>
  api.call('GET /quick-replies', { signal });
export const addQuickReply = (api: Api, body: BodyOf<'POST /quick-replies'>) =>
  api.call('POST /quick-replies', { body });
export const orderQuickReplies = (api: Api, ids: string[]) =>
  api.call('PUT /quick-replies', { body: { ids } });
export const changeQuickReply = (api: Api, id: string, body: BodyOf<'PUT /quick-replies/:id'>) =>
  api.call('PUT /quick-replies/:id', { params: { id }, body });
export const deleteQuickReply = (api: Api, id: string) =>
  api.call('DELETE /quick-replies/:id', { params: { id } });
