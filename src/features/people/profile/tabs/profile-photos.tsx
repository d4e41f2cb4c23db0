import ImageIcon from 'lucide-react/icons/image';
import { routes } from '#config/routes.ts';
import type { Photo } from '#contract/content/photos.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { PhotoWall, WallSkeleton } from '#components/content/galleries/photo-wall.tsx';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { listCreatorPhotos } from '#services/content/photos.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { MediaItemsOrder, useMediaItemsFilter } from './media-items-filter.tsx';
import { NoMediaItems } from './no-media-items.tsx';

function Found({ list, q, performer, own }: MediaItemsProps & { list: InfinitePages<Photo>; q: string }) {
  const { choose } = usePurchases();
  /** Photos outside galleries aren't sold; following or subscribing unlocks them. */
  const unlock = ({ _id, access }: Photo) => {
    const [way] = access.routes;
    if (way) choose(way.need, { kind: 'gallery', _id, price: way.price, inside: '', performer });
  };
  if (list.items.length > 0)
    return (
      <PhotoWall list={list} total={list.total} label={`Photos by ${performer.name}`} onLocked={unlock} />
    );
  if (list.waiting) return <WallSkeleton count={Math.min(12, Math.max(1, performer.counts.singlePhotos))} />;
  if (list.error) return <ErrorState compact level={3} text={list.error} onRetry={list.more} />;
  return (
    <NoMediaItems
      what="photos"
      icon={<ImageIcon size={28} />}
      searched={q !== ''}
      creator={own ? null : performer.name}
      action={<ButtonLink href={routes.creatorPhotos}>Upload photos</ButtonLink>}
    />
  );
}

/** A creator's photos, except those in galleries. */
export function ProfilePhotos({ performer, own }: MediaItemsProps) {
  const { q, sort, onSort } = useMediaItemsFilter();
  const list = toInfinitePages(
    useList(listCreatorPhotos, {
      params: { performerId: performer._id },
      query: { sort, limit: 48, ...(q && { q }) },
    }),
  );
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Photos</VisuallyHidden>
      </h2>
      <MediaItemsOrder sort={sort} onSort={onSort} />
      <Found list={list} q={q} performer={performer} own={own} />
    </Stack>
  );
}
