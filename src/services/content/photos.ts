import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';
import { list, write } from '../http/endpoints.ts';
import { type Tag, tagsOfCreators } from '../http/tags.ts';
import type { UploadInput } from '../http/upload.ts';

export type PhotoChange = BodyOf<'PUT /performer/performer-assets/photos/:id'>;
export type PhotosChange = BodyOf<'POST /performer/performer-assets/photos/bulk'>;

/** A photo appears in lists, and in the counts and cover of its gallery. */
export const photosChanged: readonly Tag[] = [
  'OwnPhotos',
  'Photos',
  'OwnGalleries',
  'Galleries',
  'Gallery',
  'OwnPerformer',
];
const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) =>
  problem ? [] : photosChanged;

/** A creator's own photos. They are uploaded with `uploadPhoto`, which reports progress. */
export const listOwnPhotos = list('GET /performer/performer-assets/photos/search', { tags: ['OwnPhotos'] });
export const updatePhoto = write('PUT /performer/performer-assets/photos/:id', { invalidates: stale });
/** @public Not used by our pages, which delete several photos at once with `changePhotos`. */
export const deletePhoto = write('DELETE /performer/performer-assets/photos/:id', { invalidates: stale });
export const uploadPhoto = (api: Api, input: UploadInput<'POST /performer/performer-assets/photos/upload'>) =>
  api.upload('POST /performer/performer-assets/photos/upload', input);
/** Makes the photo the cover of its gallery. */
export const setGalleryCover = write('POST /performer/performer-assets/photos/set-cover/:id', {
  invalidates: stale,
});
export const changePhotos = write('POST /performer/performer-assets/photos/bulk', { invalidates: stale });
/** Photos of one creator that aren't in a gallery. */
export const listCreatorPhotos = list('GET /performer-assets/photos/:performerId', {
  tags: (_pages, { params: { performerId: id } }) => ['Photos', { type: 'Creator', id }],
});
/** Photos of all creators, or of one gallery in its order. */
export const listPhotos = list('GET /performer-assets/photos', {
  tags: (pages, { query }) => [
    'Photos',
    ...(query?.galleryId === undefined ? [] : [{ type: 'Gallery' as const, id: query.galleryId }]),
    ...tagsOfCreators(pages?.flatMap(({ data }) => data)),
  ],
});
