import type { galleries as family } from '#contract/content/galleries.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { listBookmarks } from '../library/bookmarks.ts';
import { listOwnGalleries, ownGallery } from './gallery-creator-queries.ts';
import { galleriesById, viewGallery } from './gallery-presenters.ts';
import { createGallery, deleteGallery, orderGallery, updateGallery } from './gallery-mutations.ts';
import { searchMediaItems } from '../media-items/search.ts';

export const galleryHandlers: HandlersOf<typeof family> = {
  'POST /performer/performer-assets/galleries': async (ctx, { body }) =>
    ownGallery(ctx, await createGallery(ctx, body)),
  'GET /performer/performer-assets/galleries/search': (ctx, { query }) => listOwnGalleries(ctx, query),
  async 'PUT /performer/performer-assets/galleries/:id'(ctx, { params, body }) {
    await updateGallery(ctx, params.id, body);
    return ownGallery(ctx, params.id);
  },
  async 'DELETE /performer/performer-assets/galleries/:id'(ctx, { params }) {
    await deleteGallery(ctx, params.id);
    return { success: true };
  },
  'GET /performer/performer-assets/galleries/:id/view': (ctx, { params }) => ownGallery(ctx, params.id),
  async 'PUT /performer/performer-assets/galleries/:id/order'(ctx, { params, body }) {
    await orderGallery(ctx, params.id, body.photoIds);
    return { success: true };
  },
  async 'GET /performer-assets/galleries/search'(ctx, { query }) {
    const { ids, ...page } = await searchMediaItems(ctx, 'galleries', query);
    return { data: await galleriesById(ctx, ids), ...page };
  },
  'GET /performer-assets/galleries/:id/view': (ctx, { params }) => viewGallery(ctx, params.id),
  'GET /reactions/galleries/bookmark': (ctx, { query }) => listBookmarks(ctx, 'gallery', query),
};
