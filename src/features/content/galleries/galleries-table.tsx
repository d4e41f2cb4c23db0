import Images from 'lucide-react/icons/images';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { OwnGallery } from '#contract/content/galleries.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { BulkEditDialog } from '#components/content/media-items/bulk-edit-dialog.tsx';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { MediaItemStateChip, audienceLabels } from '#components/content/media-items/media-states.tsx';
import { listOwnGalleries } from '#services/content/galleries.ts';
import { useList } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';
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
  if (gallery.state === 'published') return [{ label: 'Archive', onSelect: () => void archive(gallery) }];
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
        ...(gallery.publishedAt ? [{ label: 'View gallery', href: routes.gallery(gallery._id) }] : []),
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
  {
    key: 'views',
    title: 'Views, 28 days',
    from: 1000,
    end: true,
    cell: ({ recentViews }) => formatNumber(recentViews),
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

interface BarProps {
  readonly galleries: readonly OwnGallery[];
  readonly onEdit: (galleries: readonly OwnGallery[]) => void;
  /** Selects every row on the page. */
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Bulk actions for the selected galleries. */
const Bar = ({ galleries, onEdit, onAll, onClear }: BarProps) =>
  galleries.length > 0 ? (
    <Card padding="tight" role="region" aria-label="Selected galleries">
      <Row gap={12}>
        <strong role="status">{plural(galleries.length, 'gallery', 'galleries')} selected</strong>
        <Button onClick={() => onEdit(galleries)}>Edit</Button>
        <Button variant="quiet" onClick={onAll}>
          Select all
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </Row>
    </Card>
  ) : null;

interface GalleriesFilter {
  readonly state: MediaItemState | null;
  readonly q: string;
}

function Galleries({ state, q }: GalleriesFilter) {
  const actions = useGalleryActions();
  const [asked, setAsked] = useState<OwnGallery | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<readonly OwnGallery[]>([]);
  const none = () => setChosen([]);
  const query = useList(listOwnGalleries, { query: { ...(state && { state }), ...(q && { q }) } });
  return (
    <>
      <DataTable
        name="galleries"
        caption="Galleries"
        rowHeight={72}
        columns={columnsWith(actions, setAsked)}
        query={query}
        empty={<Nothing filtered={state !== null || q !== ''} />}
        selection={{
          chosen,
          onChoose: setChosen,
          getRowName: ({ title }) => title,
          bar: (galleries, onAll) => <Bar {...{ galleries, onAll }} onEdit={setEdited} onClear={none} />,
        }}
      />
      {edited.length > 0 ? (
        <BulkEditDialog
          noun="gallery"
          things="galleries"
          items={edited}
          nameOf={({ title }) => title}
          tagged
          save={({ _id }, body) => actions.save(_id, body)}
          onClose={() => setEdited([])}
          onDone={none}
        />
      ) : null}
      {asked ? <DeleteGallery gallery={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** The creator's galleries, newest first. The key clears the selection when the filters change. */
export const GalleriesTable = (filter: GalleriesFilter) => (
  <Galleries key={`${filter.state}${filter.q}`} {...filter} />
);
