import { useEffect } from 'react';
import type { Product } from '#contract/trade/products.ts';
import { problemCode } from '#lib/problem.ts';
import { getProduct } from '#services/trade/products.ts';
import { useRead } from '#state/query/hooks.ts';

export interface LiveProductProps {
  readonly id: string;
  readonly onProduct: (product: Product) => void;
  /** The product is no longer for sale, or a block between its creator and the viewer hides it. */
  readonly onGone: () => void;
}

/** Keeps the product on the page up to date: stock, and purchases here or in another tab. Renders nothing. */
export function LiveProduct({ id, onProduct, onGone }: LiveProductProps) {
  const { data, error } = useRead(getProduct, { params: { id } });
  const gone = problemCode(error) === 'not_found';
  useEffect(() => {
    if (data) onProduct(data);
  }, [data, onProduct]);
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  return null;
}
