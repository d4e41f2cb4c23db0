import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { routes } from '#config/routes';
import { endless } from '#parts/endless';
import { ProductGrid, ProductGridBones } from '#parts/product-grid';
import { useListProductsInfiniteQuery } from '#state/api-products';
import { ButtonLink } from '#ui/button-link';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { WorksProps } from './more-tabs.tsx';

/** What a creator sells, the newest first. */
export function ProfileProducts({ performer, own }: WorksProps) {
  const list = endless(useListProductsInfiniteQuery({ performerId: performer._id }));
  if (list.waiting) return <ProductGridBones count={4} />;
  if (list.error && list.items.length === 0) return <ErrorState text={list.error} onRetry={list.more} />;
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBag size={28} />}
        title="No products here"
        text={`${performer.name} sells none at the moment.`}
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
