import ImageIcon from 'lucide-react/icons/image';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { Photo } from '#contract/photos';
import { type Endless, endless } from '#parts/endless';
import { PhotoWall, WallBones } from '#parts/photo-wall';
import { usePurchases } from '#parts/use-purchases';
import { useListPhotosOfInfiniteQuery } from '#state/api-galleries';
import { ButtonLink } from '#ui/button-link';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { WorksProps } from './more-tabs.tsx';
import { type WorksSort, WorksFilter } from './works-filter.tsx';

function Found({ list, q, performer, own }: WorksProps & { list: Endless<Photo>; q: string }) {
  const { chooseWork } = usePurchases();
  /** A photo by itself isn't sold: following or subscribing opens it. */
  const unlock = ({ _id, access }: Photo) => {
    const [way] = access.routes;
    if (way) chooseWork(way.need, { kind: 'gallery', _id, price: way.price, inside: '', performer });
  };
  if (list.items.length > 0)
    return (
      <PhotoWall list={list} total={list.total} label={`Photos by ${performer.name}`} onLocked={unlock} />
    );
  if (list.waiting) return <WallBones count={Math.min(12, Math.max(1, performer.counts.singlePhotos))} />;
  if (list.error) return <ErrorState compact level={3} text={list.error} onRetry={list.more} />;
  if (q)
    return (
      <EmptyState
        compact
        level={3}
        icon={<ImageIcon size={28} />}
        title="No photo is called that"
        text="Try another word."
      />
    );
  return (
    <EmptyState
      compact
      level={3}
      icon={<ImageIcon size={28} />}
      title="No photos here"
      text={own ? 'Your next one will stand here.' : `${performer.name} has none at the moment.`}
      action={own ? <ButtonLink href={routes.creatorPhotos}>Upload photos</ButtonLink> : undefined}
    />
  );
}

/** A creator's photos by themselves; those in galleries are under their tab. */
export function ProfilePhotos({ performer, own }: WorksProps) {
  const [sort, setSort] = useState<WorksSort>('newest');
  const [q, setQ] = useState('');
  const list = endless(
    useListPhotosOfInfiniteQuery({ performerId: performer._id, sort, limit: 48, ...(q && { q }) }),
  );
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Photos</VisuallyHidden>
      </h2>
      <WorksFilter what="photos" {...{ q, sort }} onWords={setQ} onSort={setSort} />
      <Found list={list} q={q} performer={performer} own={own} />
    </Stack>
  );
}
