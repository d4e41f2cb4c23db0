import { type OwnProductFilter, listOwnProducts } from '#services/trade/products.ts';
import { useList } from '#state/query/hooks.ts';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnProduct } from '#contract/trade/products.ts';
import { formatNumber } from '#lib/format.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { DeleteProduct } from './delete-product.tsx';
import { ProductState } from './product-states.tsx';
import { useProductMoves } from './use-product-moves.ts';

const What = ({ product }: { product: OwnProduct }) => (
  <TableItem
    href={routes.editProduct(product._id)}
    title={product.title}
    picture={product.images[0]?.thumbnails[0]?.url}
    icon={<ShoppingBag size={20} aria-hidden="true" />}
  />
);

function RowMenu({ product, onDelete }: { product: OwnProduct; onDelete: () => void }) {
  const router = useRouter();
  const { putOnSale, archive } = useProductMoves();
  const onSale = product.state === 'published';
  return (
    <Menu
      label={`Actions for “${product.title}”`}
      items={[
        ...(product.publishedAt ? [{ label: 'View product', href: routes.product(product._id) }] : []),
        { label: 'Edit', onSelect: () => void router.push(routes.editProduct(product._id)) },
        onSale
          ? { label: 'Archive', onSelect: () => void archive(product._id) }
          : { label: 'Put on sale', onSelect: () => void putOnSale(product._id) },
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}

const columnsWith = (onDelete: (product: OwnProduct) => void): readonly Column<OwnProduct>[] => [
  { key: 'what', title: 'Product', main: true, cell: (product) => <What product={product} /> },
  { key: 'state', title: 'Status', cell: (product) => <ProductState product={product} /> },
  {
    key: 'type',
    title: 'Type',
    from: 800,
    cell: ({ type }) => (type === 'digital' ? 'Download' : 'Physical'),
  },
  { key: 'price', title: 'Price', end: true, cell: ({ price }) => <Tokens tokens={price} /> },
  {
    key: 'stock',
    title: 'Stock',
    from: 700,
    end: true,
    cell: ({ stock }) => (stock === null ? '–' : formatNumber(stock)),
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
    key: 'act',
    title: 'Actions',
    end: true,
    menu: true,
    cell: (product) => <RowMenu product={product} onDelete={() => onDelete(product)} />,
  },
];

/** The creator's products, newest first. */
export function ProductsTable({ state }: Pick<OwnProductFilter, 'state'>) {
  const query = useList(listOwnProducts, { query: state ? { state } : {} });
  const [asked, setAsked] = useState<OwnProduct | null>(null);
  const empty = state ? (
    <EmptyState compact title="No products with this status" text="Try another status." />
  ) : (
    <EmptyState
      title="No products yet"
      text="Sell a physical item or a digital download."
      action={<ButtonLink href={routes.newProduct}>New product</ButtonLink>}
    />
  );
  return (
    <>
      <DataTable
        name="products"
        caption="Products"
        rowHeight={72}
        columns={columnsWith(setAsked)}
        query={query}
        empty={empty}
      />
      {asked ? <DeleteProduct product={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
