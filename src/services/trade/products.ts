import type { ReplyOf } from '#contract/core/registry.ts';
import type { Product } from '#contract/trade/products.ts';
import { type ListInput, list, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

export type OwnProductFilter = NonNullable<
  ListInput<'GET /performer/performer-assets/products/search'>['query']
>;
export type Bought = ReplyOf<'POST /wallet/charges/product/:id'>;

/** A product is invalidated when it changes, and when the viewer's access to its creator changes. */
const productTags = ({ _id, performer }: Product): Tag[] => [
  { type: 'Product', id: _id },
  { type: 'Creator', id: performer._id },
];

export const createProduct = write('POST /performer/performer-assets/products', {
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnProducts', 'Products']),
});
export const listOwnProducts = list('GET /performer/performer-assets/products/search', {
  tags: ['OwnProducts'],
});
export const getOwnProduct = read('GET /performer/performer-assets/products/:id/view', {
  tags: (_product, { params: { id } }) => ['OwnProducts', { type: 'Product', id }],
});
/** `version`: the `updatedAt` of what the change is about. */
export const updateProduct = write('PUT /performer/performer-assets/products/:id', {
  invalidates: ({ params: { id } }, { problem }) =>
    problem ? [] : ['OwnProducts', 'Products', { type: 'Product', id }],
});
export const deleteProduct = write('DELETE /performer/performer-assets/products/:id', {
  // The product no longer exists, so refetching it would only return a 404.
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnProducts', 'Products']),
});
/** Products for sale, of all creators or of one. */
export const listProducts = list('GET /performer-assets/products/search', {
  tags: (pages) => ['Products', ...(pages?.flatMap(({ data }) => data.flatMap(productTags)) ?? [])],
});
export const getProduct = read('GET /performer-assets/products/:id', {
  tags: (product) => (product ? productTags(product) : []),
});
/** A short-lived URL of a purchased file. A write, because each counts as a download. */
export const getDownloadLink = write('GET /performer-assets/products/:id/download-link', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Orders']),
});
export const listDownloads = read('GET /performer-assets/products/:id/downloads', { tags: ['Orders'] });
/** A URL of all purchased files as one ZIP. Each counts as a download. */
export const getArchiveLink = write('POST /performer-assets/products/:id/download-all', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Orders']),
});
/** `key` is an idempotency key, one per purchase. */
export const buyProduct = write('POST /wallet/charges/product/:id', {
  // Also after an error, because the price or stock may have changed.
  invalidates: ({ params: { id } }, { problem }) => [
    { type: 'Product', id },
    ...(problem ? [] : (['Wallet', 'Orders', 'Library', 'Products'] as const)),
  ],
});
