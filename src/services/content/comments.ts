import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const createComment = (api: Api, body: BodyOf<'POST /comments'>) =>
  api.call('POST /comments', { body });
/** Comments of an item or, with `parentId`, replies to a comment. */
export const listComments = (api: Api, query: QueryOf<'GET /comments'>, signal?: AbortSignal) =>
  api.call('GET /comments', { query, signal });
export const editComment = (api: Api, id: string, text: string) =>
  api.call('PUT /comments/:id', { params: { id }, body: { text } });
export const deleteComment = (api: Api, id: string) => api.call('DELETE /comments/:id', { params: { id } });
export const pinComment = (api: Api, id: string, pinned: boolean) =>
  api.call('PUT /comments/:id/pin', { params: { id }, body: { pinned } });
/** Comments that are held for the creator's review. */
export const listHeldComments = (api: Api, query: QueryOf<'GET /comments/held'>, signal?: AbortSignal) =>
  api.call('GET /comments/held', { query, signal });
export const approveComment = (api: Api, id: string) =>
  api.call('POST /comments/:id/approve', { params: { id } });
export const getHeldWords = (api: Api) => api.call('GET /comments/held-words');
export const setHeldWords = (api: Api, words: string[]) =>
  api.call('PUT /comments/held-words', { body: { words } });
/** Bans the author of a comment from commenting on the creator's content. */
export const banCommenter = (api: Api, commentId: string) =>
  api.call('POST /comments/:id/ban', { params: { id: commentId } });
export const listCommentBans = (api: Api, query: QueryOf<'GET /comments/bans'>, signal?: AbortSignal) =>
  api.call('GET /comments/bans', { query, signal });
export const unbanCommenter = (api: Api, accountId: string) =>
  api.call('DELETE /comments/bans/:id', { params: { id: accountId } });
