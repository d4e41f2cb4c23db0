import PackageX from 'lucide-react/icons/package-x';
import { getProduct } from '#services/trade/products.ts';
import { useRead } from '#state/query/hooks.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { ProductSkeleton } from './product-skeleton.tsx';
import { ProductContent } from './product-content.tsx';

/** Loads the product of the current route, if the page was rendered without it. */
export function LoadedProduct() {
  const id = useRouteParam('id');
  const request = useRead(getProduct, id === '' ? null : { params: { id } });
  return (
    <LoadedView
      request={request}
      skeleton={<ProductSkeleton />}
      notFound={
        <NotFound
          icon={<PackageX size={28} />}
          title="Product not found"
          text="It may no longer be on sale, or the link may be broken. What you bought is under Purchases."
        />
      }
    >
      {(product) => <ProductContent key={product._id} product={product} />}
    </LoadedView>
  );
}
