import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import type { UploadInput } from '../http/upload.ts';

export const listOwnPhotos = (
  api: Api,
  query: QueryOf<'GET /performer/performer-assets/photos/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer/performer-assets/photos/search', { query, signal });
/** `version`: the `updatedAt` of what the change is about. */
export const updatePhoto = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/performer-assets/photos/:id'> & { version?: string },
) =>
  api.call('PUT /performer/performer-assets/photos/:id', {
    params: { id },
    body,
    ...(version && { version }),
  });
export const deletePhoto = (api: Api, id: string) =>
  api.call('DELETE /performer/performer-assets/photos/:id', { params: { id } });
export const uploadPhoto = (api: Api, input: UploadInput<'POST /performer/performer-assets/photos/upload'>) =>
  api.upload('POST /performer/performer-assets/photos/upload', input);
/** Makes the photo the cover of its gallery. */
export const setGalleryCover = (api: Api, photoId: string) =>
  api.call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id: photoId } });
export const changePhotos = (api: Api, body: BodyOf<'POST /performer/performer-assets/photos/bulk'>) =>
  api.call('POST /performer/performer-assets/photos/bulk', { body });
/** Photos of one creator that aren't in a gallery. */
export const listPhotosOf = (
  api: Api,
  { performerId, ...query }: { performerId: string } & QueryOf<'GET /performer-assets/photos/:performerId'>,
  signal?: AbortSignal,
) => api.call('GET /performer-assets/photos/:performerId', { params: { performerId }, query, signal });
/** Photos of all creators, or of one gallery. */
export const listPhotos = (api: Api, query: QueryOf<'GET /performer-assets/photos'>, signal?: AbortSignal) =>
  api.call('GET /performer-assets/photos', { query, signal });
