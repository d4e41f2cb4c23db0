import type { Product } from '#contract/products';
import type { Api } from '#services/api';
import { getProduct } from '#services/products';

export interface ProductData {
  readonly product: Product;
}

/** One product. */
export const loadProduct = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<ProductData> => ({ product: await getProduct(api, query['id'] ?? '') });
