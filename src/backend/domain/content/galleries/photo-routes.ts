import type { photos as family } from '#contract/content/photos.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { setCover } from './gallery-mutations.ts';
import { listPhotos, searchPhotos } from './photo-lists.ts';
import { listOwnPhotos, ownPhoto } from './photo-creator-queries.ts';
import { changeMany, deletePhoto, updatePhoto, uploadPhoto } from './photo-mutations.ts';

export const photoHandlers: HandlersOf<typeof family> = {
  'GET /performer/performer-assets/photos/search': (ctx, { query }) => listOwnPhotos(ctx, query),
  'PUT /performer/performer-assets/photos/:id': async (ctx, { params, body }) =>
    ownPhoto(ctx, await updatePhoto(ctx, params.id, body)),
  async 'DELETE /performer/performer-assets/photos/:id'(ctx, { params }) {
    await deletePhoto(ctx, params.id);
    return { success: true };
  },
  'POST /performer/performer-assets/photos/upload': async (ctx, { body, files }) =>
    ownPhoto(ctx, await uploadPhoto(ctx, body, files[0])),
  async 'POST /performer/performer-assets/photos/set-cover/:id'(ctx, { params }) {
    await setCover(ctx, params.id);
    return { success: true };
  },
  'POST /performer/performer-assets/photos/bulk': (ctx, { body }) => changeMany(ctx, body),
  'GET /performer-assets/photos/:performerId': (ctx, { params, query }) =>
    searchPhotos(ctx, { ...query, performerId: params.performerId }),
  'GET /performer-assets/photos': (ctx, { query }) => listPhotos(ctx, query),
};
