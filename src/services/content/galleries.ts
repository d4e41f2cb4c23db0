import type { BodyOf } from '../http/call.ts';
import { type ListInput, list, read, write } from '../http/endpoints.ts';
import { type Tag, tagsOfCreators } from '../http/tags.ts';

export type GalleryChange = BodyOf<'PUT /performer/performer-assets/galleries/:id'>;
export type OwnGalleryFilter = NonNullable<
  ListInput<'GET /performer/performer-assets/galleries/search'>['query']
>;

interface Shown {
  readonly _id: string;
  readonly performer: { readonly _id: string };
}
/** A gallery is invalidated when it changes, and when the viewer's access to its creator changes. */
const galleryTags = (galleries: readonly Shown[] = []): Tag[] => [
  ...galleries.map(({ _id }): Tag => ({ type: 'Gallery', id: _id })),
  ...tagsOfCreators(galleries),
];

/** Galleries of all creators, or of one. */
export const searchGalleries = list('GET /performer-assets/galleries/search', {
  tags: (pages) => ['Galleries', ...galleryTags(pages?.flatMap(({ data }) => data))],
});
export const getGallery = read('GET /performer-assets/galleries/:id/view', {
  tags: (gallery) => galleryTags(gallery && [gallery]),
});

/** A creator's own galleries. */
export const listOwnGalleries = list('GET /performer/performer-assets/galleries/search', {
  tags: ['OwnGalleries'],
});
export const getOwnGallery = read('GET /performer/performer-assets/galleries/:id/view', {
  tags: (_gallery, { params: { id } }) => ['OwnGalleries', { type: 'Gallery', id }],
});
export const createGallery = write('POST /performer/performer-assets/galleries', {
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnGalleries']),
});
export const updateGallery = write('PUT /performer/performer-assets/galleries/:id', {
  invalidates: ({ params: { id } }, { problem }) =>
    problem ? [] : ['OwnGalleries', 'Galleries', { type: 'Gallery', id }],
});
export const deleteGallery = write('DELETE /performer/performer-assets/galleries/:id', {
  // The gallery no longer exists, so refetching it would only return a 404.
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnGalleries', 'Galleries', 'OwnPhotos', 'Photos']),
});
/** Takes the ids of all photos in the gallery, in their new order. */
export const orderGallery = write('PUT /performer/performer-assets/galleries/:id/order', {
  // The list on screen already has the new order; after an error the actual one is fetched.
  invalidates: ({ params: { id } }, { problem }) =>
    problem ? ['OwnPhotos'] : ['Photos', { type: 'Gallery', id }],
});
