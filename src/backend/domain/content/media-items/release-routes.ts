import type { releases as family } from '#contract/content/releases.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import {
  addRelease,
  deleteRelease,
  listReleases,
  namePeople,
  replaceRelease,
  showPeople,
} from './releases.ts';

export const releaseHandlers: HandlersOf<typeof family> = {
  'GET /performers/releases': (ctx) => listReleases(ctx),
  'POST /performers/releases': (ctx, { body, files }) => addRelease(ctx, body.name, files),
  'POST /performers/releases/:id/document': (ctx, { params, files }) => replaceRelease(ctx, params.id, files),
  'DELETE /performers/releases/:id': (ctx, { params }) =>
    deleteRelease(ctx, params.id).then(() => ({ success: true }) as const),
  'GET /performer/media-items/:kind/:id/people': (ctx, { params }) => showPeople(ctx, params),
  'PUT /performer/media-items/:kind/:id/people': (ctx, { params, body }) =>
    namePeople(ctx, params, body.releaseIds),
};
