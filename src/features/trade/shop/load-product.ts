import type { Product } from '#contract/trade/products.ts';
import type { Api } from '#services/http/api.ts';
import { getProduct } from '#services/trade/products.ts';

export interface ProductData {
  readonly product: Product;
}

export const loadProduct = async ({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<ProductData> => ({ product: await getProduct(api, { params: { id: query['id'] ?? '' } }) });
