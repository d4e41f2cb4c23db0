import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { routes } from '#config/routes.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { ProductGrid, ProductGridSkeleton } from '#components/trade/shop/product-grid.tsx';
import { listProducts } from '#services/trade/products.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { useMediaItemsFilter } from './media-items-filter.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { NoMediaItems } from './no-media-items.tsx';

/** A creator's products, newest first. */
export function ProfileProducts({ performer, own }: MediaItemsProps) {
  const { q } = useMediaItemsFilter();
  const list = toInfinitePages(
    useList(listProducts, { query: { performerId: performer._id, ...(q && { q }) } }),
  );
  if (list.waiting) return <ProductGridSkeleton count={4} />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length === 0) {
    return (
      <NoMediaItems
        what="products"
        icon={<ShoppingBag size={28} />}
        searched={q !== ''}
        creator={own ? null : performer.name}
        action={<ButtonLink href={routes.newProduct}>New product</ButtonLink>}
      />
    );
  }
  return (
    <>
      <h2>
        <VisuallyHidden>Products</VisuallyHidden>
      </h2>
      <ProductGrid list={list} />
    </>
  );
}
