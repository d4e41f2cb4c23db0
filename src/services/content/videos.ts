import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import type { UploadInput } from '../http/upload.ts';

export const listOwnVideos = (
  api: Api,
  query: QueryOf<'GET /performer/performer-assets/videos/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer/performer-assets/videos/search', { query, signal });
export const getOwnVideo = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/performer-assets/videos/:id/view', { params: { id }, signal });
/** Takes the file, or `filename` and `path` of an object uploaded to cloud storage. */
export const uploadVideo = (api: Api, input: UploadInput<'POST /performer/performer-assets/videos/upload'>) =>
  api.upload('POST /performer/performer-assets/videos/upload', input);
/** `version`: the `updatedAt` of what the change is about. */
export const updateVideo = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/performer-assets/videos/edit/:id'> & { version?: string },
) =>
  api.call('PUT /performer/performer-assets/videos/edit/:id', {
    params: { id },
    body,
    ...(version && { version }),
  });
export const deleteVideo = (api: Api, id: string) =>
  api.call('DELETE /performer/performer-assets/videos/:id', { params: { id } });
export const removeVideoFile = (
  api: Api,
  id: string,
  body: BodyOf<'DELETE /performer/performer-assets/videos/remove-file/:id'>,
) => api.call('DELETE /performer/performer-assets/videos/remove-file/:id', { params: { id }, body });
export const setVideoCaptions = (
  api: Api,
  id: string,
  body: BodyOf<'PUT /performer/performer-assets/videos/:id/captions'>,
) => api.call('PUT /performer/performer-assets/videos/:id/captions', { params: { id }, body });
export const searchVideos = (
  api: Api,
  query: QueryOf<'GET /performer-assets/videos/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer-assets/videos/search', { query, signal });
export const getVideo = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer-assets/videos/:id', { params: { id }, signal });
export const countVideoView = (api: Api, id: string) =>
  api.call('POST /performer-assets/videos/:id/views', { params: { id } });
/** Sent even while the page is closing. */
export const saveVideoProgress = (api: Api, id: string, seconds: number) =>
  api.call('PUT /performer-assets/videos/:id/progress', {
    params: { id },
    body: { seconds },
    keepalive: true,
  });
