import type { creatorLists as family } from '#contract/content/creator-lists.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { addToList, listCandidates, listCreators, removeFromList } from './creator-list-members.ts';
import { createList, deleteList, listLists, ownList, presentList, renameList } from './creator-lists.ts';

export const creatorListHandlers: HandlersOf<typeof family> = {
  'GET /creator-lists': (ctx, { query }) => listLists(ctx, query),
  'POST /creator-lists': (ctx, { body }) => createList(ctx, body.name),
  'GET /creator-lists/:id': async (ctx, { params }) => presentList(ctx, await ownList(ctx, params.id)),
  'PUT /creator-lists/:id': (ctx, { params, body }) => renameList(ctx, params.id, body.name),
  'DELETE /creator-lists/:id': async (ctx, { params }) => {
    await deleteList(ctx, params.id);
    return { success: true };
  },
  'GET /creator-lists/:id/creators': (ctx, { params, query }) => listCreators(ctx, params.id, query),
  'GET /creator-lists/:id/candidates': (ctx, { params, query }) => listCandidates(ctx, params.id, query),
  'PUT /creator-lists/:id/creators/:performerId': (ctx, { params }) => addToList(ctx, params),
  'DELETE /creator-lists/:id/creators/:performerId': (ctx, { params }) => removeFromList(ctx, params),
};
