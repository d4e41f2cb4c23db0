import Images from 'lucide-react/icons/images';
import { routes } from '#config/routes.ts';
import type { OwnGallery } from '#contract/content/galleries.ts';
import { pictureStates } from '#components/content/media-items/media-states.tsx';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import {
  dateColumn,
  earnedColumn,
  priceColumn,
  soldColumn,
  stateAndAudienceColumn,
  viewsColumn,
} from '#components/content/studio/studio-columns.tsx';
import { type FilteredList, readStateAndSearch } from '#components/content/studio/studio-kind.ts';
import { StudioPage } from '#components/content/studio/studio-page.tsx';
import { listQuestion } from '#services/http/endpoints.ts';
import { formatNumber } from '#lib/format.ts';
import { type OwnGalleryFilter, listOwnGalleries } from '#services/content/galleries.ts';
import { galleryKind } from './gallery-kind.tsx';

const GalleryCell = ({ item: gallery }: { item: OwnGallery }) => (
  <TableItem
    href={routes.editGallery(gallery._id)}
    title={gallery.title}
    picture={gallery.cover?.thumbnails[0]?.url}
    shape="photo"
    icon={<Images size={20} aria-hidden="true" />}
  />
);

const galleries: FilteredList<OwnGallery, OwnGalleryFilter> = {
  kind: galleryKind,
  pinned: 'galleries',
  states: pictureStates.options,
  readQuery: (get) => readStateAndSearch(get, pictureStates.of),
  items: (query) => listQuestion(listOwnGalleries, { query }),
  ItemCell: GalleryCell,
  columns: [
    stateAndAudienceColumn(galleryKind.StateLabel),
    { key: 'photos', title: 'Photos', end: true, cell: ({ numOfItems }) => formatNumber(numOfItems) },
    priceColumn,
    viewsColumn,
    soldColumn,
    earnedColumn,
    dateColumn,
  ],
  emptyText: 'Galleries group photos in the order you choose, free or for a price.',
};

/** What the server loads the page's state with. */
export const loadStudioGalleries = async () =>
  (await import('#components/content/studio/preload-studio.ts')).preloadStudio(galleries);

/** `/creator/galleries`: the creator's galleries with state and revenue. */
export const StudioGalleriesView = () => <StudioPage list={galleries} />;
