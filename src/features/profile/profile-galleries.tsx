import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { Gallery } from '#contract/galleries';
import { type Endless, endless } from '#parts/endless';
import { GalleryBones, GalleryGrid } from '#parts/gallery-grid';
import { useSearchGalleriesInfiniteQuery } from '#state/api-galleries';
import { ButtonLink } from '#ui/button-link';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { WorksProps } from './more-tabs.tsx';
import { type WorksSort, WorksFilter } from './works-filter.tsx';

function Found({ list, q, performer, own }: WorksProps & { list: Endless<Gallery>; q: string }) {
  if (list.items.length > 0) return <GalleryGrid list={list} />;
  if (list.waiting) return <GalleryBones count={Math.min(6, Math.max(1, performer.counts.galleries))} />;
  if (list.error) return <ErrorState compact level={3} text={list.error} onRetry={list.more} />;
  if (q)
    return (
      <EmptyState
        compact
        level={3}
        icon={<Images size={28} />}
        title="No gallery is called that"
        text="Try another word."
      />
    );
  return (
    <EmptyState
      compact
      level={3}
      icon={<Images size={28} />}
      title="No galleries here"
      text={own ? 'Your next one will stand here.' : `${performer.name} has none at the moment.`}
      action={own ? <ButtonLink href={routes.newGallery}>New gallery</ButtonLink> : undefined}
    />
  );
}

/** A creator's galleries. */
export function ProfileGalleries({ performer, own }: WorksProps) {
  const [sort, setSort] = useState<WorksSort>('newest');
  const [q, setQ] = useState('');
  const list = endless(
    useSearchGalleriesInfiniteQuery({ performerId: performer._id, sort, ...(q && { q }) }),
  );
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Galleries</VisuallyHidden>
      </h2>
      <WorksFilter what="galleries" {...{ q, sort }} onWords={setQ} onSort={setSort} />
      <Found list={list} q={q} performer={performer} own={own} />
    </Stack>
  );
}
