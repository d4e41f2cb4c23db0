import { useEffect } from 'react';
import { limits } from '#config/limits';
import type { OwnGallery } from '#contract/galleries';
import type { OwnPhoto } from '#contract/photos';
import { endless } from '#parts/endless';
import { Uploads, acceptOf } from '#parts/uploads';
import { useListOwnPhotosInfiniteQuery } from '#state/api-own-galleries';
import { Card } from '#ui/card';
import { Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import { PhotoAsked } from './photo-asked.tsx';
import { CoverNote, PhotoTiles, TileBones } from './photo-tiles.tsx';
import { PhotosBar } from './photos-bar.tsx';
import { useGalleryOrder } from './use-gallery-order.tsx';
import { usePhotoManager } from './use-photo-manager.tsx';
import { usePhotoUploads } from './use-photo-uploads.tsx';

const hint = `JPEG, PNG, WebP or AVIF, up to ${limits.upload.imageBytes / 1024 / 1024} MB each, at most ${limits.photosPerGallery.toLocaleString('en-US')} in a gallery`;

/** Every photo of a gallery: an order can only be made of all of them. */
function useAllPhotos(galleryId: string) {
  const query = useListOwnPhotosInfiniteQuery({ galleryId, limit: 100 });
  const { hasNextPage, isFetching, fetchNextPage, error } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return endless(query);
}

const noteOf = (cover: string | undefined) => (photo: OwnPhoto) =>
  photo._id === cover ? <CoverNote /> : null;
/** The photo chosen, else the first that can be seen. */
const coverAmong = (photos: readonly OwnPhoto[]): string | undefined =>
  (photos.find(({ isCover }) => isCover) ?? photos.find(({ state }) => state === 'published'))?._id;

/** The photos of a gallery: added many at once, put in order, one made the cover, each with its words. */
export function GalleryPhotos({ gallery }: { gallery: OwnGallery }) {
  const list = useAllPhotos(gallery._id);
  const { photos, move, arrange } = useGalleryOrder(gallery._id, list.items);
  const uploads = usePhotoUploads({ galleryId: gallery._id, onArrived: arrange });
  const manager = usePhotoManager(photos);
  return (
    <Section
      title={`Photos${gallery.numOfItems > 0 ? ` (${gallery.numOfItems})` : ''}`}
      text={
        Math.max(photos.length, gallery.numOfItems) > 1
          ? 'Drag them into an order, or use the arrows. The first one is the cover unless you choose another.'
          : undefined
      }
    >
      <Stack>
        <Card>
          <Uploads uploads={uploads} label="Add photos" hint={hint} accept={acceptOf.photo} layout="grid" />
        </Card>
        <PhotosBar
          photos={manager.selected}
          actions={manager.actions}
          onDelete={manager.askDelete}
          onMove={manager.askMove}
          onDone={manager.none}
          onAll={manager.chooseAll}
          withAudience={false}
        />
        {list.known ? null : list.error ? (
          <ErrorState compact level={3} text={list.error} onRetry={list.more} />
        ) : (
          <TileBones count={Math.min(24, gallery.numOfItems)} />
        )}
        <PhotoTiles
          photos={photos}
          chosen={manager.chosen}
          onChoose={manager.choose}
          itemsOf={manager.itemsOf}
          noteOf={noteOf(coverAmong(photos))}
          label="Photos of this gallery"
          onMove={list.hasMore ? undefined : move}
        />
      </Stack>
      <PhotoAsked manager={manager} from={gallery._id} />
    </Section>
  );
}
