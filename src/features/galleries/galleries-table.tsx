import AntTable from 'antd/es/table';
import type { ColumnsType } from 'antd/es/table';
import Images from 'lucide-react/icons/images';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { OwnGallery } from '#contract/galleries.ts';
import { formatNumber } from '#lib/format.ts';
import { infiniteListOf } from '#components/lists/infinite-list.ts';
import { TableItem } from '#components/media-items/table-item.tsx';
import { MediaItemStateChip, audienceLabels } from '#components/media-items/media-states.tsx';
import { useListOwnGalleriesInfiniteQuery } from '#state/api/own-galleries.ts';
import { AntdProvider } from '#ui/theme/antd-provider.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { DeleteGallery } from './delete-gallery.tsx';
import styles from './studio-galleries.module.css';
import { TableSkeleton } from './galleries-table-skeleton.tsx';
import { type GalleryActions, useGalleryActions } from './use-gallery-actions.ts';

const What = ({ gallery }: { gallery: OwnGallery }) => (
  <TableItem
    href={routes.editGallery(gallery._id)}
    title={gallery.title}
    picture={gallery.cover?.thumbnails[0]?.url}
    shape="photo"
    icon={<Images size={20} aria-hidden="true" />}
    narrow={<MediaItemStateChip state={gallery.state} />}
  />
);

/** What each state allows beside editing and deleting. */
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
): ColumnsType<OwnGallery> => [
  { key: 'what', title: 'Gallery', render: (_, gallery) => <What gallery={gallery} /> },
  {
    key: 'state',
    title: 'Status',
    responsive: ['sm'],
    render: (_, gallery) => <MediaItemStateChip state={gallery.state} />,
  },
  {
    key: 'photos',
    title: 'Photos',
    responsive: ['sm'],
    align: 'end',
    render: (_, gallery) => formatNumber(gallery.numOfItems),
  },
  {
    key: 'audience',
    title: 'Audience',
    responsive: ['xl'],
    render: (_, gallery) => (gallery.price > 0 ? 'Buyers' : audienceLabels[gallery.audience]),
  },
  {
    key: 'price',
    title: 'Price',
    responsive: ['md'],
    align: 'end',
    render: (_, gallery) => (gallery.price > 0 ? <Tokens tokens={gallery.price} /> : '–'),
  },
  {
    key: 'sold',
    title: 'Sold',
    responsive: ['md'],
    align: 'end',
    render: (_, gallery) => formatNumber(gallery.sold),
  },
  {
    key: 'earned',
    title: 'Earned',
    responsive: ['sm'],
    align: 'end',
    render: (_, gallery) => <Money cents={gallery.earned} />,
  },
  {
    key: 'when',
    title: 'Date',
    responsive: ['md'],
    className: styles.whole ?? '',
    render: (_, gallery) => (
      <RelativeTime iso={gallery.scheduledAt ?? gallery.publishedAt ?? gallery.createdAt} />
    ),
  },
  {
    key: 'act',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 56,
    render: (_, gallery) => (
      <RowMenu gallery={gallery} actions={actions} onDelete={() => onDelete(gallery)} />
    ),
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

/** The own galleries, newest first. Loaded by `next/dynamic`: antd comes with it. */
export function GalleriesTable({ state, q }: { state: MediaItemState | null; q: string }) {
  const actions = useGalleryActions();
  const [asked, setAsked] = useState<OwnGallery | null>(null);
  const list = infiniteListOf(useListOwnGalleriesInfiniteQuery({ ...(state && { state }), ...(q && { q }) }));
  if (!list.known)
    return list.error ? (
      <ErrorState text={list.error} onRetry={list.more} />
    ) : (
      <TableSkeleton label="Loading galleries" />
    );
  if (list.items.length === 0) return <Nothing filtered={state !== null || q !== ''} />;
  return (
    <AntdProvider>
      <Stack gap={12}>
        <AntTable<OwnGallery>
          rowKey="_id"
          columns={columnsWith(actions, setAsked)}
          dataSource={list.items}
          pagination={false}
          scroll={{ x: true }}
          aria-label="Galleries"
        />
        {list.hasMore ? (
          <Button variant="quiet" block busy={list.loading} onClick={list.more}>
            Show more
          </Button>
        ) : null}
      </Stack>
      {asked ? <DeleteGallery gallery={asked} onClose={() => setAsked(null)} /> : null}
    </AntdProvider>
  );
}
