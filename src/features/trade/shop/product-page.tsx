import type { Product } from '#contract/trade/products.ts';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { getProduct } from '#services/trade/products.ts';
import { ProductDetail } from './product.tsx';

interface ProductData {
  readonly product: Product;
}

export const loadProduct = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<ProductData> => ({ product: await getProduct(api, { params: { id: query['id'] ?? '' } }) });

/** `/products/[id]`. */
export function ProductPage({ product: sent }: Partial<ProductData>) {
  const param = useRouteParam('id');
  const id = sent?._id ?? param;
  return <ProductDetail key={id} id={id} sent={sent} />;
}
