import type { Product } from '#contract/trade/products.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getProduct, listProducts } from '#services/trade/products.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type ProductFilter = Pick<
  QueryOf<'GET /performer-assets/products/search'>,
  'performerId' | 'q' | 'type' | 'limit'
>;

/** A product is invalidated when it changes, and when the viewer's access to its creator changes. */
const tagsOf = ({ _id, performer }: Product): Tag[] => [
  { type: 'Product', id: _id },
  { type: 'Creator', id: performer._id },
];

/** Products as buyers see them. */
export const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProducts: build.infiniteQuery<Page<Product>, ProductFilter, string | null>({
      ...pagesByKey(listProducts),
      providesTags: (result) => [
        'Products',
        ...(result?.pages.flatMap((page) => page.data.flatMap(tagsOf)) ?? []),
      ],
    }),
    getProduct: build.query<Product, string>({
      queryFn: queryWith(getProduct),
      providesTags: (product) => (product ? tagsOf(product) : []),
    }),
  }),
});

export const { useListProductsInfiniteQuery, useGetProductQuery } = productsApi;
