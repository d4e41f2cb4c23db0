import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const createProduct = (api: Api, body: BodyOf<'POST /performer/performer-assets/products'>) =>
  api.call('POST /performer/performer-assets/products', { body });
export const listOwnProducts = (
  api: Api,
  query: QueryOf<'GET /performer/performer-assets/products/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer/performer-assets/products/search', { query, signal });
export const getOwnProduct = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/performer-assets/products/:id/view', { params: { id }, signal });
/** `version`: the `updatedAt` of what the change is about. */
export const updateProduct = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/performer-assets/products/:id'> & { version?: string },
) =>
  api.call('PUT /performer/performer-assets/products/:id', {
    params: { id },
    body,
    ...(version && { version }),
  });
export const deleteProduct = (api: Api, id: string) =>
  api.call('DELETE /performer/performer-assets/products/:id', { params: { id } });
/** Products for sale, of all creators or of one. */
export const listProducts = (
  api: Api,
  query: QueryOf<'GET /performer-assets/products/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer-assets/products/search', { query, signal });
export const getProduct = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer-assets/products/:id', { params: { id }, signal });
/** A short-lived URL of a purchased file. Each counts as a download. */
export const getDownloadLink = (
  api: Api,
  { id, fileId }: { readonly id: string; readonly fileId?: string | undefined },
) => api.call('GET /performer-assets/products/:id/download-link', { params: { id }, query: { fileId } });
export const listDownloads = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer-assets/products/:id/downloads', { params: { id }, signal });
/** A URL of all purchased files as one ZIP. Each counts as a download. */
export const getArchiveLink = (api: Api, id: string) =>
  api.call('POST /performer-assets/products/:id/download-all', { params: { id } });
export const buyProduct = (
  api: Api,
  id: string,
  { body, key }: { readonly body: BodyOf<'POST /wallet/charges/product/:id'>; readonly key: string },
) => api.call('POST /wallet/charges/product/:id', { params: { id }, body, key });
