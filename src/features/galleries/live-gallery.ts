import { memo, useEffect } from 'react';
import type { Gallery } from '#contract/galleries.ts';
import type { Photo } from '#contract/photos.ts';
import { type InfinitePages, infiniteListOf } from '#components/lists/infinite-list.ts';
import { useGetGalleryQuery, useListGalleryPhotosInfiniteQuery } from '#state/api/galleries.ts';
import { photosAtOnce } from './load-gallery.ts';

export interface LiveGalleryProps {
  readonly id: string;
  /** Called for as soon as it is here: further photos are wanted already. */
  readonly wantsMore: boolean;
  readonly onGallery: (gallery: Gallery) => void;
  readonly onPhotos: (photos: InfinitePages<Photo>) => void;
}

/**
 * Keeps a gallery that came with the page up to date: further photos, and whatever a purchase here or in
 * another tab opens. Draws nothing; it comes only when one of these is wanted, and what is on the page stays
 * in place.
 */
export const LiveGallery = memo(function LiveGallery({
  id,
  wantsMore,
  onGallery,
  onPhotos,
}: LiveGalleryProps) {
  const { data } = useGetGalleryQuery(id);
  const query = useListGalleryPhotosInfiniteQuery({ galleryId: id, limit: photosAtOnce });
  const { currentData, hasNextPage, isFetching, fetchNextPage } = query;
  const isFirst = currentData?.pages.length === 1;
  useEffect(() => {
    if (data) onGallery(data);
  }, [data, onGallery]);
  useEffect(() => {
    const now = infiniteListOf(query);
    if (now.known || now.error) onPhotos(now);
  }, [query, onPhotos]);
  useEffect(() => {
    if (wantsMore && isFirst && hasNextPage && !isFetching) void fetchNextPage();
  }, [wantsMore, isFirst, hasNextPage, isFetching, fetchNextPage]);
  return null;
});
