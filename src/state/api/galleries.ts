import type { Gallery } from '#contract/content/galleries.ts';
import type { Photo } from '#contract/content/photos.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getGallery, searchGalleries } from '#services/content/galleries.ts';
import { listPhotos, listPhotosOf } from '#services/content/photos.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type GalleryFilter = Pick<
  QueryOf<'GET /performer-assets/galleries/search'>,
  'performerId' | 'q' | 'tag' | 'sort' | 'limit'
>;
export type PhotoFilter = Pick<
  QueryOf<'GET /performer-assets/photos/:performerId'>,
  'q' | 'tag' | 'sort' | 'limit'
> & { readonly performerId: string };
/** The photos of one gallery, in its order. */
export type GalleryPhotos = Pick<QueryOf<'GET /performer-assets/photos'>, 'limit'> & {
  readonly galleryId: string;
};

interface OfCreator {
  readonly performer: { readonly _id: string };
}
const creatorsOf = (mediaItems: readonly OfCreator[]): Tag[] =>
  [...new Set(mediaItems.map(({ performer }) => performer._id))].map((id): Tag => ({ type: 'Creator', id }));
/** A gallery is invalidated when it changes, and when the viewer's access to its creator changes. */
const galleryTags = (galleries: readonly Gallery[]): Tag[] => [
  ...galleries.map(({ _id }): Tag => ({ type: 'Gallery', id: _id })),
  ...creatorsOf(galleries),
];
const inPages = <T>(result: { readonly pages: readonly Page<T>[] } | undefined): T[] =>
  result?.pages.flatMap(({ data }) => data) ?? [];

/** Galleries and photos as visitors and fans see them. */
export const galleriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchGalleries: build.infiniteQuery<Page<Gallery>, GalleryFilter, string | null>({
      ...pagesByKey(searchGalleries),
      providesTags: (result) => ['Galleries', ...galleryTags(inPages(result))],
    }),
    getGallery: build.query<Gallery, string>({
      queryFn: queryWith(getGallery),
      providesTags: (gallery) => (gallery ? galleryTags([gallery]) : []),
    }),
    listGalleryPhotos: build.infiniteQuery<Page<Photo>, GalleryPhotos, string | null>({
      ...pagesByKey(listPhotos),
      providesTags: (result, _problem, { galleryId }) => [
        'Photos',
        { type: 'Gallery', id: galleryId },
        ...creatorsOf(inPages(result)),
      ],
    }),
    listPhotosOf: build.infiniteQuery<Page<Photo>, PhotoFilter, string | null>({
      ...pagesByKey(listPhotosOf),
      providesTags: (_result, _problem, { performerId }) => ['Photos', { type: 'Creator', id: performerId }],
    }),
  }),
});

export const {
  useSearchGalleriesInfiniteQuery,
  useGetGalleryQuery,
  useListGalleryPhotosInfiniteQuery,
  useListPhotosOfInfiniteQuery,
} = galleriesApi;
