import { memo, useEffect } from 'react';
import type { Gallery } from '#contract/content/galleries.ts';
import type { Photo } from '#contract/content/photos.ts';
import { type InfinitePages, infiniteListOf } from '#components/base/lists/infinite-list.ts';
import { getGallery } from '#services/content/galleries.ts';
import { listPhotos } from '#services/content/photos.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { photosAtOnce } from './load-gallery.ts';

export interface LiveGalleryProps {
  readonly id: string;
  /** Requests the next page immediately, because the user has already asked for more photos. */
  readonly wantsMore: boolean;
  readonly onGallery: (gallery: Gallery) => void;
  readonly onPhotos: (photos: InfinitePages<Photo>) => void;
}

/**
 * Keeps a server-rendered gallery up to date: further photos, and what a purchase here or in another tab
 * unlocks. Renders nothing; it is loaded when one of these is needed, and what is on the page stays in place.
 */
export const LiveGallery = memo(function LiveGallery({
  id,
  wantsMore,
  onGallery,
  onPhotos,
}: LiveGalleryProps) {
  const { data } = useRead(getGallery, { params: { id } });
  const query = useList(listPhotos, { query: { galleryId: id, limit: photosAtOnce } });
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
