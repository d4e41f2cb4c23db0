import type { creatorMutes as family } from '#contract/across/blocks.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { isCreatorMuted, listMutedCreators, setCreatorMuted } from './muting.ts';

export const creatorMuteHandlers: HandlersOf<typeof family> = {
  'GET /creator-mutes': (ctx, { query }) => listMutedCreators(ctx, query),
  'GET /creator-mutes/:id': (ctx, { params }) => isCreatorMuted(ctx, params.id),
  'PUT /creator-mutes/:id': (ctx, { params }) => setCreatorMuted(ctx, params.id, true),
  'DELETE /creator-mutes/:id': (ctx, { params }) => setCreatorMuted(ctx, params.id, false),
};
