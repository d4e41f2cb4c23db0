import { Later } from '#parts/later';
import { lazyPart } from '#ui/lazy-part';
import { ProductBones } from './bones.tsx';
import type { ProductData } from './load.tsx';
import { ProductContent } from './product-content.tsx';

/** Without a server's data the product loads by itself; nobody else pays for that. */
const LoadedProduct = lazyPart(async () => (await import('./loaded-product.tsx')).LoadedProduct);

/** `/products/[id]`. */
export const ProductItemView = ({ product }: Partial<ProductData>) =>
  product ? (
    <ProductContent key={product._id} product={product} />
  ) : (
    <Later skeleton={<ProductBones />}>
      <LoadedProduct />
    </Later>
  );
