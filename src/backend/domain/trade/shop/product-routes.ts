import type { products } from '#contract/trade/products.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { archiveLink } from './archive/archive.ts';
import { downloadLink, listDownloads } from './product-downloads.ts';
import { getProduct, listOwnProducts, ownProduct, searchProducts } from './product-lists.ts';
import { createProduct, deleteProduct, updateProduct } from './product-mutations.ts';

export const productHandlers: HandlersOf<typeof products> = {
  'POST /performer/performer-assets/products': async (ctx, { body }) =>
    ownProduct(ctx, await createProduct(ctx, body)),
  'GET /performer/performer-assets/products/search': (ctx, { query }) => listOwnProducts(ctx, query),
  'PUT /performer/performer-assets/products/:id': async (ctx, { params, body }) => {
    await updateProduct(ctx, params.id, body);
    return ownProduct(ctx, params.id);
  },
  'DELETE /performer/performer-assets/products/:id': async (ctx, { params }) => {
    await deleteProduct(ctx, params.id);
    return { success: true };
  },
  'GET /performer/performer-assets/products/:id/view': (ctx, { params }) => ownProduct(ctx, params.id),
  'GET /performer-assets/products/search': (ctx, { query }) => searchProducts(ctx, query),
  'GET /performer-assets/products/:id': (ctx, { params }) => getProduct(ctx, params.id),
  'GET /performer-assets/products/:id/download-link': (ctx, { params, query }) =>
    downloadLink(ctx, { productId: params.id, fileId: query.fileId }),
  'GET /performer-assets/products/:id/downloads': (ctx, { params }) => listDownloads(ctx, params.id),
  'POST /performer-assets/products/:id/download-all': (ctx, { params }) => archiveLink(ctx, params.id),
};
