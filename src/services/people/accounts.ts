import type { Api } from '../http/api.ts';
import type { BodyOf, CallSettings, QueryOf } from '../http/call.ts';
import type { UploadInput } from '../http/upload.ts';

export const getMe = (api: Api, settings?: CallSettings) => api.call('GET /users/me', settings);
export const getNewAccountLimits = (api: Api, signal?: AbortSignal) =>
  api.call('GET /users/limits', { signal });
export const getInterests = (api: Api, signal?: AbortSignal) => api.call('GET /users/interests', { signal });
export const setInterests = (api: Api, interests: string[]) =>
  api.call('PUT /users/interests', { body: { interests } });
export const setTimeZone = (api: Api, body: BodyOf<'PUT /users/time-zone'>) =>
  api.call('PUT /users/time-zone', { body });
/** `version`: the `updatedAt` of the account that the change is about. */
export const updateMe = (api: Api, { version, ...body }: BodyOf<'PUT /users'> & { version?: string }) =>
  api.call('PUT /users', { body, ...(version && { version }) });
export const searchUsers = (api: Api, query: QueryOf<'GET /users/search'>, signal?: AbortSignal) =>
  api.call('GET /users/search', { query, signal });
/** @public Required by the specification; not used by our pages. */
export const viewUser = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /users/view/:id', { params: { id }, signal });
export const uploadUserAvatar = (api: Api, input: UploadInput<'POST /users/avatar/upload'>) =>
  api.upload('POST /users/avatar/upload', input);
export const removeAvatar = (api: Api) => api.call('DELETE /users/avatar');
/** @public Required by the specification; not used by our pages. */
export const uploadAvatarOf = (api: Api, input: UploadInput<'POST /users/:id/avatar/upload'>) =>
  api.upload('POST /users/:id/avatar/upload', input);
