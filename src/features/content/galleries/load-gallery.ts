import type { Gallery } from '#contract/content/galleries.ts';
import type { Photo } from '#contract/content/photos.ts';
import type { Api } from '#services/http/api.ts';
import { getGallery, searchGalleries } from '#services/content/galleries.ts';
import { listPhotos } from '#services/content/photos.ts';

/** Number of photos in the initial HTML and in every further page. */
export const photosAtOnce = 48;
export const relatedShown = 3;
export const relatedTo = (gallery: Gallery, others: readonly Gallery[]): Gallery[] =>
  others.filter(({ _id }) => _id !== gallery._id).slice(0, relatedShown);

export interface GalleryData {
  readonly gallery: Gallery;
  readonly photos: { readonly data: readonly Photo[]; readonly nextCursor?: string | null };
  /** Other galleries of the same creator. */
  readonly related: readonly Gallery[];
}

/** Loads a gallery with its first photos and related galleries. */
export async function loadGallery({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<GalleryData> {
  const gallery = await getGallery(api, { params: { id: query['id'] ?? '' } });
  const [{ data, nextCursor }, others] = await Promise.all([
    listPhotos(api, { query: { galleryId: gallery._id, limit: photosAtOnce } }),
    searchGalleries(api, { query: { performerId: gallery.performer._id, limit: relatedShown + 1 } }),
  ]);
  return { gallery, photos: { data, nextCursor }, related: relatedTo(gallery, others.data) };
}
