import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { ProductSkeleton } from './product-skeleton.tsx';
import type { ProductData } from './load-product.ts';
import { ProductContent } from './product-content.tsx';

/** Loads only if the server sent no data. */
const LoadedProduct = lazyPart(async () => (await import('./loaded-product.tsx')).LoadedProduct);

/** `/products/[id]`. */
export const ProductItemView = ({ product }: Partial<ProductData>) =>
  product ? (
    <ProductContent key={product._id} product={product} />
  ) : (
    <LazyClient skeleton={<ProductSkeleton />}>
      <LoadedProduct />
    </LazyClient>
  );
