import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { routes } from '#config/routes.ts';
import { infiniteListOf } from '#components/lists/infinite-list.ts';
import { ProductGrid, ProductGridSkeleton } from '#components/shop/product-grid.tsx';
import { useListProductsInfiniteQuery } from '#state/api/products.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';

/** A creator's products, newest first. */
export function ProfileProducts({ performer, own }: MediaItemsProps) {
  const list = infiniteListOf(useListProductsInfiniteQuery({ performerId: performer._id }));
  if (list.waiting) return <ProductGridSkeleton count={4} />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBag size={28} />}
        title="No products yet"
        text={`${performer.name} isn’t selling anything right now.`}
        {...(own && { action: <ButtonLink href={routes.newProduct}>New product</ButtonLink> })}
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
