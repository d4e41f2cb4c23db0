import { useEffect } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnGallery } from '#contract/content/galleries.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { listOwnPhotos } from '#services/content/photos.ts';
import { useList } from '#state/query/hooks.ts';
import { Card } from '#ui/layout/card.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { PhotoConfirm } from './photo-confirm.tsx';
import { CoverNote, PhotoTiles, TileSkeleton } from './photo-tiles.tsx';
import { PhotosBar } from './photos-toolbar.tsx';
import { useGalleryOrder } from './use-gallery-order.ts';
import { usePhotoManager } from './use-photo-manager.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

const hint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${limits.upload.imageBytes / 1024 / 1024} MB each, at most ${limits.photosPerGallery.toLocaleString('en-US')} in a gallery`;

/** Loads all photos of a gallery, because reordering needs all of them. */
function useAllPhotos(galleryId: string) {
  const query = useList(listOwnPhotos, { query: { galleryId, limit: 100 } });
  const { hasNextPage, isFetching, fetchNextPage, error } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return toInfinitePages(query);
}

const renderNote = (cover: string | undefined) => (photo: OwnPhoto) =>
  photo._id === cover ? <CoverNote /> : null;
/** The chosen cover, or the first published photo. */
const coverAmong = (photos: readonly OwnPhoto[]): string | undefined =>
  (photos.find(({ isCover }) => isCover) ?? photos.find(({ state }) => state === 'published'))?._id;

/** The photos of a gallery: bulk upload, reordering, cover selection and editing. */
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
          ? 'Drag photos to reorder them, or use the arrows. The first one is the cover unless you choose another.'
          : undefined
      }
    >
      <Stack>
        <Card>
          <Uploads
            uploads={uploads}
            label="Add photos"
            hint={hint}
            accept={acceptedTypes.photo}
            layout="grid"
          />
        </Card>
        <PhotosBar manager={manager} withAudience={false} />
        {list.known ? null : list.error ? (
          <ErrorState compact level={3} text={list.error} onRetry={list.more} />
        ) : (
          <TileSkeleton count={Math.min(24, gallery.numOfItems)} />
        )}
        <PhotoTiles
          photos={photos}
          chosen={manager.chosen}
          onChoose={manager.choose}
          getMenuItems={manager.itemsOf}
          renderNote={renderNote(coverAmong(photos))}
          label="Photos of this gallery"
          onMove={list.hasMore ? undefined : move}
        />
      </Stack>
      <PhotoConfirm manager={manager} from={gallery._id} />
    </Section>
  );
}
