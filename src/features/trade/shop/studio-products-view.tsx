import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { routes } from '#config/routes.ts';
import type { OwnProduct } from '#contract/trade/products.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import {
  dateColumn,
  earnedColumn,
  priceColumn,
  soldColumn,
  stateColumn,
  viewsColumn,
} from '#components/content/studio/studio-columns.tsx';
import { type FilteredList, readStateAndSearch } from '#components/content/studio/studio-kind.ts';
import { StudioPage } from '#components/content/studio/studio-page.tsx';
import { formatNumber } from '#lib/format.ts';
import { type OwnProductFilter, listOwnProducts } from '#services/trade/products.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { productKind } from './product-kind.tsx';
import { productStates } from './product-states.tsx';

const ProductCell = ({ item: product }: { item: OwnProduct }) => (
  <TableItem
    href={routes.editProduct(product._id)}
    title={product.title}
    picture={product.images[0]?.thumbnails[0]?.url}
    icon={<ShoppingBag size={20} aria-hidden="true" />}
  />
);

const products: FilteredList<OwnProduct, OwnProductFilter> = {
  kind: productKind,
  pinned: 'products',
  states: productStates.options,
  readQuery: (get) => readStateAndSearch(get, productStates.parse),
  items: (query) => listQuestion(listOwnProducts, { query }),
  ItemCell: ProductCell,
  columns: [
    stateColumn(productKind.StateLabel),
    {
      key: 'type',
      title: 'Type',
      from: 1000,
      cell: ({ type }) => (type === 'digital' ? 'Download' : 'Physical'),
    },
    priceColumn,
    {
      key: 'stock',
      title: 'Stock',
      from: 700,
      end: true,
      cell: ({ stock }) => (stock === null ? '–' : formatNumber(stock)),
    },
    viewsColumn,
    soldColumn,
    earnedColumn,
    dateColumn,
  ],
  emptyText: 'Sell a physical item or a digital download.',
};

/** What the server loads the page's state with. */
export const loadStudioProducts = async () =>
  (await import('#components/content/studio/preload-studio.ts')).preloadStudio(products);

/** `/creator/products`: the creator's products with stock and revenue. */
export const StudioProductsView = () => (
  <StudioPage list={products} links={<ButtonLink href={routes.creatorOrders}>View orders</ButtonLink>} />
);
