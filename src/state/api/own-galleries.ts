import type { OwnGallery } from '#contract/content/galleries.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  createGallery,
  deleteGallery,
  getOwnGallery,
  listOwnGalleries,
  orderGallery,
  updateGallery,
} from '#services/content/galleries.ts';
import {
  changePhotos,
  deletePhoto,
  listOwnPhotos,
  setGalleryCover,
  updatePhoto,
} from '#services/content/photos.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type OwnGalleryFilter = Pick<
  QueryOf<'GET /performer/performer-assets/galleries/search'>,
  'state' | 'q' | 'limit'
>;
export type OwnPhotoFilter = Pick<
  QueryOf<'GET /performer/performer-assets/photos/search'>,
  'state' | 'q' | 'tag' | 'audience' | 'galleryId' | 'where' | 'limit'
>;
export type GalleryChange = BodyOf<'PUT /performer/performer-assets/galleries/:id'>;
export type PhotoChange = BodyOf<'PUT /performer/performer-assets/photos/:id'>;
export type PhotosChange = BodyOf<'POST /performer/performer-assets/photos/bulk'>;

const galleryChanged = (id: string): Tag[] => ['OwnGalleries', 'Galleries', { type: 'Gallery', id }];
/** A photo appears in lists, and in the counts and cover of its gallery. */
export const photosChanged: Tag[] = [
  'OwnPhotos',
  'Photos',
  'OwnGalleries',
  'Galleries',
  'Gallery',
  'OwnPerformer',
];
const unless =
  (tags: Tag[]) =>
  (_reply: unknown, problem: unknown): Tag[] =>
    problem ? [] : tags;

/** A creator's own galleries and photos. Photos are uploaded with `uploadPhoto`, which reports progress. */
export const ownGalleriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnGalleries: build.infiniteQuery<Page<OwnGallery>, OwnGalleryFilter, string | null>({
      ...pagesByKey(listOwnGalleries),
      providesTags: ['OwnGalleries'],
    }),
    getOwnGallery: build.query<OwnGallery, string>({
      queryFn: queryWith(getOwnGallery),
      providesTags: (_gallery, _problem, id) => ['OwnGalleries', { type: 'Gallery', id }],
    }),
    createGallery: build.mutation<OwnGallery, BodyOf<'POST /performer/performer-assets/galleries'>>({
      queryFn: queryWith(createGallery),
      invalidatesTags: unless(['OwnGalleries']),
    }),
    updateGallery: build.mutation<
      OwnGallery,
      { readonly id: string; readonly body: GalleryChange; readonly version?: string | undefined }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updateGallery(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_gallery, problem, { id }) => (problem ? [] : galleryChanged(id)),
    }),
    deleteGallery: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteGallery),
      // The gallery no longer exists, so refetching it would only return a 404.
      invalidatesTags: unless(['OwnGalleries', 'Galleries', 'OwnPhotos', 'Photos']),
    }),
    orderGallery: build.mutation<{ success: true }, { readonly id: string; readonly photoIds: string[] }>({
      queryFn: queryWith((services, { id, photoIds }) => orderGallery(services, id, photoIds)),
      // The list on screen already has the new order; after an error the actual one is fetched.
      invalidatesTags: (_done, problem, { id }) =>
        problem ? ['OwnPhotos'] : ['Photos', { type: 'Gallery', id }],
    }),
    listOwnPhotos: build.infiniteQuery<Page<OwnPhoto>, OwnPhotoFilter, string | null>({
      ...pagesByKey(listOwnPhotos),
      providesTags: ['OwnPhotos'],
    }),
    updatePhoto: build.mutation<
      OwnPhoto,
      { readonly id: string; readonly body: PhotoChange; readonly version?: string | undefined }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updatePhoto(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: unless(photosChanged),
    }),
    deletePhoto: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deletePhoto),
      invalidatesTags: unless(photosChanged),
    }),
    changePhotos: build.mutation<{ changed: number }, PhotosChange>({
      queryFn: queryWith(changePhotos),
      invalidatesTags: unless(photosChanged),
    }),
    setGalleryCover: build.mutation<{ success: true }, string>({
      queryFn: queryWith(setGalleryCover),
      invalidatesTags: unless(photosChanged),
    }),
  }),
});

export const {
  useListOwnGalleriesInfiniteQuery,
  useGetOwnGalleryQuery,
  useCreateGalleryMutation,
  useUpdateGalleryMutation,
  useDeleteGalleryMutation,
  useOrderGalleryMutation,
  useListOwnPhotosInfiniteQuery,
  useUpdatePhotoMutation,
  useDeletePhotoMutation,
  useChangePhotosMutation,
  useSetGalleryCoverMutation,
} = ownGalleriesApi;
