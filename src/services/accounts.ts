import type { Api } from './http/api.ts';
import type { BodyOf, CallSettings, QueryOf } from './http/call.ts';
import type { UploadInput } from './http/upload.ts';

export const getMe = (api: Api, settings?: CallSettings) => api.call('GET /users/me', settings);
export const updateMe = (api: Api, body: BodyOf<'PUT /users'>) => api.call('PUT /users', { body });
/** @public The specification names this call; no page of ours makes it. */
export const searchUsers = (api: Api, query: QueryOf<'GET /users/search'>, signal?: AbortSignal) =>
  api.call('GET /users/search', { query, signal });
/** @public The specification names this call; no page of ours makes it. */
export const viewUser = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /users/view/:id', { params: { id }, signal });
export const uploadUserAvatar = (api: Api, input: UploadInput<'POST /users/avatar/upload'>) =>
  api.upload('POST /users/avatar/upload', input);
/** @public The specification names this call; no page of ours makes it. */
export const uploadAvatarOf = (api: Api, input: UploadInput<'POST /users/:id/avatar/upload'>) =>
  api.upload('POST /users/:id/avatar/upload', input);
