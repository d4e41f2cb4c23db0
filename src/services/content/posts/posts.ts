import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';
import type { UploadInput } from '../../http/upload.ts';

export const createPost = (api: Api, body: BodyOf<'POST /performer/feeds'>) =>
  api.call('POST /performer/feeds', { body });
export const listOwnPosts = (api: Api, query: QueryOf<'GET /performer/feeds'>, signal?: AbortSignal) =>
  api.call('GET /performer/feeds', { query, signal });
export const getOwnPost = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/feeds/:id', { params: { id }, signal });
/** `version`: the `updatedAt` of the post that the change is about. */
export const updatePost = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/feeds/:id'> & { version?: string },
) => api.call('PUT /performer/feeds/:id', { params: { id }, body, ...(version && { version }) });
export const deletePost = (api: Api, id: string) =>
  api.call('DELETE /performer/feeds/:id', { params: { id } });
export const previewPost = (
  api: Api,
  { id, ...query }: QueryOf<'GET /performer/feeds/:id/preview'> & { id: string },
  signal?: AbortSignal,
) => api.call('GET /performer/feeds/:id/preview', { params: { id }, query, signal });
export const duplicatePost = (api: Api, id: string) =>
  api.call('POST /performer/feeds/:id/duplicate', { params: { id } });
/** Looks up what a link leads to. */
export const findLinkCard = (api: Api, url: string, signal?: AbortSignal) =>
  api.call('POST /performer/feeds/link-card', { body: { url }, signal });
export const createPoll = (api: Api, body: BodyOf<'POST /performer/feeds/polls'>) =>
  api.call('POST /performer/feeds/polls', { body });
export const uploadPostAudio = (api: Api, input: UploadInput<'POST /performer/feeds/audio/upload'>) =>
  api.upload('POST /performer/feeds/audio/upload', input);
export const uploadPostVideo = (api: Api, input: UploadInput<'POST /performer/feeds/video/upload'>) =>
  api.upload('POST /performer/feeds/video/upload', input);
export const uploadPostThumbnail = (api: Api, input: UploadInput<'POST /performer/feeds/thumbnail/upload'>) =>
  api.upload('POST /performer/feeds/thumbnail/upload', input);
export const uploadPostTeaser = (api: Api, input: UploadInput<'POST /performer/feeds/teaser/upload'>) =>
  api.upload('POST /performer/feeds/teaser/upload', input);
export const uploadPostPhoto = (api: Api, input: UploadInput<'POST /performer/feeds/photo/upload'>) =>
  api.upload('POST /performer/feeds/photo/upload', input);
/** The timeline, or one creator's posts. */
export const listPosts = (api: Api, query: QueryOf<'GET /user/feeds'>, signal?: AbortSignal) =>
  api.call('GET /user/feeds', { query, signal });
export const getPost = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /user/feeds/:id', { params: { id }, signal });
/** Votes in a poll, or changes a vote. */
export const votePoll = (api: Api, id: string, optionIds: string[]) =>
  api.call('POST /user/feeds/vote/:id', { params: { id }, body: { optionIds } });
/** Sent even while the page is closing. */
export const savePostProgress = (
  api: Api,
  { seconds, ...params }: { id: string; fileId: string; seconds: number },
) => api.call('PUT /user/feeds/:id/files/:fileId/progress', { params, body: { seconds }, keepalive: true });
