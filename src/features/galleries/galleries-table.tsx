import Images from 'lucide-react/icons/images';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { OwnGallery } from '#contract/galleries.ts';
import { formatNumber } from '#lib/format.ts';
import { TableItem } from '#components/media-items/table-item.tsx';
import { MediaItemStateChip, audienceLabels } from '#components/media-items/media-states.tsx';
import { useListOwnGalleriesInfiniteQuery } from '#state/api/own-galleries.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { DeleteGallery } from './delete-gallery.tsx';
import { type GalleryActions, useGalleryActions } from './use-gallery-actions.ts';

const What = ({ gallery }: { gallery: OwnGallery }) => (
  <TableItem
    href={routes.editGallery(gallery._id)}
    title={gallery.title}
    picture={gallery.cover?.thumbnails[0]?.url}
    shape="photo"
    icon={<Images size={20} aria-hidden="true" />}
  />
);

/** The actions available in each state, besides editing and deleting. */
function moves(gallery: OwnGallery, { publish, archive }: GalleryActions): MenuItem[] {
  if (gallery.state === 'published')
    return [
      { label: 'View gallery', href: routes.gallery(gallery._id) },
      { label: 'Archive', onSelect: () => void archive(gallery) },
    ];
  if (gallery.state === 'archived') return [{ label: 'Restore', onSelect: () => void publish(gallery) }];
  return gallery.numOfItems > 0 ? [{ label: 'Publish now', onSelect: () => void publish(gallery) }] : [];
}

function RowMenu({
  gallery,
  actions,
  onDelete,
}: {
  gallery: OwnGallery;
  actions: GalleryActions;
  onDelete: () => void;
}) {
  const router = useRouter();
  return (
    <Menu
      label={`Actions for “${gallery.title}”`}
      items={[
        { label: 'Edit', onSelect: () => void router.push(routes.editGallery(gallery._id)) },
        ...moves(gallery, actions),
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}

const columnsWith = (
  actions: GalleryActions,
  onDelete: (gallery: OwnGallery) => void,
): readonly Column<OwnGallery>[] => [
  { key: 'what', title: 'Gallery', main: true, cell: (gallery) => <What gallery={gallery} /> },
  { key: 'state', title: 'Status', cell: ({ state }) => <MediaItemStateChip state={state} /> },
  { key: 'photos', title: 'Photos', end: true, cell: ({ numOfItems }) => formatNumber(numOfItems) },
  {
    key: 'audience',
    title: 'Audience',
    from: 1000,
    cell: ({ price, audience }) => (price > 0 ? 'Buyers' : audienceLabels[audience]),
  },
  {
    key: 'price',
    title: 'Price',
    from: 700,
    end: true,
    cell: ({ price }) => (price > 0 ? <Tokens tokens={price} /> : '–'),
  },
  { key: 'sold', title: 'Sold', end: true, cell: ({ sold }) => formatNumber(sold) },
  { key: 'earned', title: 'Earned', end: true, cell: ({ earned }) => <Money cents={earned} /> },
  {
    key: 'when',
    title: 'Date',
    whole: true,
    cell: ({ scheduledAt, publishedAt, createdAt }) => (
      <RelativeTime iso={scheduledAt ?? publishedAt ?? createdAt} />
    ),
  },
  {
    key: 'act',
    title: 'Actions',
    menu: true,
    cell: (gallery) => <RowMenu gallery={gallery} actions={actions} onDelete={() => onDelete(gallery)} />,
  },
];

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState compact title="No galleries found" text="Try another status or search." />
  ) : (
    <EmptyState
      title="No galleries yet"
      text="Galleries group photos in the order you choose, free or for a price."
      action={<ButtonLink href={routes.newGallery}>New gallery</ButtonLink>}
    />
  );

/** The creator's galleries, newest first. */
export function GalleriesTable({ state, q }: { state: MediaItemState | null; q: string }) {
  const actions = useGalleryActions();
  const [asked, setAsked] = useState<OwnGallery | null>(null);
  const query = useListOwnGalleriesInfiniteQuery({ ...(state && { state }), ...(q && { q }) });
  return (
    <>
      <DataTable
        name="galleries"
        caption="Galleries"
        rowHeight={72}
        columns={columnsWith(actions, setAsked)}
        query={query}
        empty={<Nothing filtered={state !== null || q !== ''} />}
      />
      {asked ? <DeleteGallery gallery={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
