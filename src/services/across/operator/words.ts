import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const listSiteWords = (api: Api, signal?: AbortSignal) => api.call('GET /operator/words', { signal });
export const addSiteWords = (api: Api, body: BodyOf<'POST /operator/words'>) =>
  api.call('POST /operator/words', { body });
export const removeSiteWords = (api: Api, body: BodyOf<'POST /operator/words/remove'>) =>
  api.call('POST /operator/words/remove', { body });

export const listDeskComments = (api: Api, query: QueryOf<'GET /operator/comments'>, signal?: AbortSignal) =>
  api.call('GET /operator/comments', { query, signal });
export const approveDeskComment = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/comments/:id/approve', { params: { id }, body: { reason } });
export const deleteDeskComment = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/comments/:id/delete', { params: { id }, body: { reason } });
