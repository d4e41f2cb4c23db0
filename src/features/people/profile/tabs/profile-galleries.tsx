import Images from 'lucide-react/icons/images';
import { routes } from '#config/routes.ts';
import type { Gallery } from '#contract/content/galleries.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { GallerySkeleton, GalleryGrid } from '#components/content/galleries/gallery-grid.tsx';
import { searchGalleries } from '#services/content/galleries.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { MediaItemsOrder, useMediaItemsFilter } from './media-items-filter.tsx';
import { NoMediaItems } from './no-media-items.tsx';

function Found({ list, q, performer, own }: MediaItemsProps & { list: InfinitePages<Gallery>; q: string }) {
  if (list.items.length > 0) return <GalleryGrid list={list} />;
  if (list.waiting) return <GallerySkeleton count={Math.min(6, Math.max(1, performer.counts.galleries))} />;
  if (list.error) return <ErrorState compact level={3} text={list.error} onRetry={list.more} />;
  return (
    <NoMediaItems
      what="galleries"
      icon={<Images size={28} />}
      searched={q !== ''}
      creator={own ? null : performer.name}
      action={<ButtonLink href={routes.newGallery}>New gallery</ButtonLink>}
    />
  );
}

export function ProfileGalleries({ performer, own }: MediaItemsProps) {
  const { q, sort, onSort } = useMediaItemsFilter();
  const list = toInfinitePages(
    useList(searchGalleries, { query: { performerId: performer._id, sort, ...(q && { q }) } }),
  );
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Galleries</VisuallyHidden>
      </h2>
      <MediaItemsOrder sort={sort} onSort={onSort} />
      <Found list={list} q={q} performer={performer} own={own} />
    </Stack>
  );
}
