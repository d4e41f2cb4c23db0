import ImageOff from 'lucide-react/icons/image-off';
import type { Gallery as GalleryRecord } from '#contract/content/galleries.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getGallery, searchGalleries } from '#services/content/galleries.ts';
import { listPhotos } from '#services/content/photos.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { Gallery, photosAtOnce, relatedShown, relatedTo } from './gallery.tsx';
import { GallerySkeleton } from './gallery-skeleton.tsx';

interface GalleryData {
  readonly gallery: GalleryRecord;
  readonly photos: ReplyOf<'GET /performer-assets/photos'>;
  /** Other galleries of the same creator. */
  readonly related: readonly GalleryRecord[];
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
  const [photos, others] = await Promise.all([
    listPhotos(api, { query: { galleryId: gallery._id, limit: photosAtOnce } }),
    searchGalleries(api, { query: { performerId: gallery.performer._id, limit: relatedShown + 1 } }),
  ]);
  return { gallery, photos, related: relatedTo(gallery, others.data) };
}

const notFound = (
  <NotFound
    icon={<ImageOff size={28} />}
    title="Gallery not found"
    text="The link may be broken or the gallery removed."
  />
);

/** Up to date, so that a purchase here or in another tab unlocks the gallery in place. */
function UpToDate({ id, gallery, photos, related }: Partial<GalleryData> & { readonly id: string }) {
  const request = useSeeded(getGallery, id === '' ? null : { params: { id } }, gallery);
  return (
    <LoadedView request={request} skeleton={<GallerySkeleton />} notFound={notFound}>
      {(now) => <Gallery gallery={now} photos={photos} related={related} />}
    </LoadedView>
  );
}

/** `/galleries/[id]`. */
export function GalleryPage(data: Partial<GalleryData>) {
  const routeId = useRouteParam('id');
  const id = data.gallery?._id ?? routeId;
  return <UpToDate key={id} id={id} {...data} />;
}
