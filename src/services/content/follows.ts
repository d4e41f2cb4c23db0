import type { Api } from '../http/api.ts';
import type { QueryOf } from '../http/call.ts';

export const followPerformer = (api: Api, id: string) => api.call('POST /follows/:id', { params: { id } });
export const unfollowPerformer = (api: Api, id: string) =>
  api.call('DELETE /follows/:id', { params: { id } });
export const listFollowers = (api: Api, query: QueryOf<'GET /follows/followers'>, signal?: AbortSignal) =>
  api.call('GET /follows/followers', { query, signal });
export const listFollowing = (api: Api, query: QueryOf<'GET /follows/following'>, signal?: AbortSignal) =>
  api.call('GET /follows/following', { query, signal });
