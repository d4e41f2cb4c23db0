import { useEffect } from 'react';
import type { Product } from '#contract/products';
import { useGetProductQuery } from '#state/api-products';

/** Keeps the product on the page up to date: what is bought here or in another tab, and the stock. Draws nothing. */
export function LiveProduct({ id, onProduct }: { id: string; onProduct: (product: Product) => void }) {
  const { data } = useGetProductQuery(id);
  useEffect(() => {
    if (data) onProduct(data);
  }, [data, onProduct]);
  return null;
}
