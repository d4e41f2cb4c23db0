import type { collections as family } from '#contract/content/collections.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { addToCollection, listCollectionItems, removeFromCollection } from './collection-items.ts';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  renameCollection,
} from './collections.ts';

export const collectionHandlers: HandlersOf<typeof family> = {
  'GET /bookmark-collections': (ctx, { query }) => listCollections(ctx, query),
  'POST /bookmark-collections': (ctx, { body }) => createCollection(ctx, body.name),
  'GET /bookmark-collections/:id': (ctx, { params }) => getCollection(ctx, params.id),
  'PUT /bookmark-collections/:id': (ctx, { params, body }) => renameCollection(ctx, params.id, body.name),
  'DELETE /bookmark-collections/:id': async (ctx, { params }) => {
    await deleteCollection(ctx, params.id);
    return { success: true };
  },
  'GET /bookmark-collections/:id/items': (ctx, { params, query }) =>
    listCollectionItems(ctx, params.id, query),
  'PUT /bookmark-collections/:id/items/:objectType/:objectId': (ctx, { params }) =>
    addToCollection(ctx, params),
  'DELETE /bookmark-collections/:id/items/:objectType/:objectId': (ctx, { params }) =>
    removeFromCollection(ctx, params),
};
