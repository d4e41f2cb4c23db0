import type { OwnProduct } from '#contract/trade/products.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  createProduct,
  deleteProduct,
  getOwnProduct,
  listOwnProducts,
  updateProduct,
} from '#services/trade/products.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type OwnProductFilter = Pick<
  QueryOf<'GET /performer/performer-assets/products/search'>,
  'q' | 'type' | 'state' | 'limit'
>;
interface ProductChange {
  readonly id: string;
  readonly body: BodyOf<'PUT /performer/performer-assets/products/:id'>;
  /** The `updatedAt` of the product that the form began with. */
  readonly version?: string | undefined;
}

export const ownProductsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnProducts: build.infiniteQuery<Page<OwnProduct>, OwnProductFilter, string | null>({
      ...pagesByKey(listOwnProducts),
      providesTags: ['OwnProducts'],
    }),
    getOwnProduct: build.query<OwnProduct, string>({
      queryFn: queryWith(getOwnProduct),
      providesTags: (_product, _problem, id) => ['OwnProducts', { type: 'Product', id }],
    }),
    createProduct: build.mutation<OwnProduct, BodyOf<'POST /performer/performer-assets/products'>>({
      queryFn: queryWith(createProduct),
      invalidatesTags: (_product, problem) => (problem ? [] : ['OwnProducts', 'Products']),
    }),
    updateProduct: build.mutation<OwnProduct, ProductChange>({
      queryFn: queryWith((services, { id, body, version }) =>
        updateProduct(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_product, problem, { id }) =>
        problem ? [] : ['OwnProducts', 'Products', { type: 'Product', id }],
    }),
    deleteProduct: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteProduct),
      // The product no longer exists, so refetching it would only return a 404.
      invalidatesTags: (_done, problem) => (problem ? [] : ['OwnProducts', 'Products']),
    }),
  }),
});

export const {
  useListOwnProductsInfiniteQuery,
  useGetOwnProductQuery,
  useCreateProductMutation,
  useUpdateProductMutation,
  useDeleteProductMutation,
} = ownProductsApi;
