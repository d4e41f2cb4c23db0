import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import type { UploadInput } from '../http/upload.ts';

export const searchPerformers = (
  api: Api,
  query: QueryOf<'GET /performers/user/search'>,
  signal?: AbortSignal,
) => api.call('GET /performers/user/search', { query, signal });
export const randomPerformers = (api: Api, limit?: number, signal?: AbortSignal) =>
  api.call('GET /performers/search/random', { query: { limit }, signal });
export const topPerformers = (api: Api, limit?: number, signal?: AbortSignal) =>
  api.call('GET /performers/top', { query: { limit }, signal });
export const getOwnPerformer = (api: Api, signal?: AbortSignal) => api.call('GET /performers/me', { signal });
export const listCategories = (api: Api, signal?: AbortSignal) =>
  api.call('GET /performers/categories', { signal });
/** Takes a username or an id. */
export const getPerformer = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performers/:id', { params: { id }, signal });
export const similarPerformers = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performers/:id/similar', { params: { id }, signal });
/** `version`: the `updatedAt` of what the change is about. */
export const updatePerformer = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performers/:id'> & { version?: string },
) => api.call('PUT /performers/:id', { params: { id }, body, ...(version && { version }) });
export const uploadPerformerAvatar = (api: Api, input: UploadInput<'POST /performers/avatar/upload'>) =>
  api.upload('POST /performers/avatar/upload', input);
export const uploadCover = (api: Api, input: UploadInput<'POST /performers/cover/upload'>) =>
  api.upload('POST /performers/cover/upload', input);
export const removeCover = (api: Api) => api.call('DELETE /performers/cover');
export const uploadWelcomeVideo = (api: Api, input: UploadInput<'POST /performers/welcome-video/upload'>) =>
  api.upload('POST /performers/welcome-video/upload', input);
export const removeWelcomeVideo = (api: Api) => api.call('DELETE /performers/welcome-video');
export const uploadDocuments = (api: Api, input: UploadInput<'POST /performers/documents/upload'>) =>
  api.upload('POST /performers/documents/upload', input);
