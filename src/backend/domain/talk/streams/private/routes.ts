import type { privateStreaming } from '#contract/talk/streams/private.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import { acceptPrivate, cancelPrivate, declinePrivate, endPrivate, postponePrivate } from './answering.ts';
import { askForStream, privateTerms } from './asking.ts';
import { privateView } from './presenters.ts';
import { findPrivate } from './reaching.ts';
import { searchPrivate } from './searching.ts';
import { leavePrivate, spectate } from './spectating.ts';
import { loadStatement } from './statement.ts';

export const privateStreamHandlers: HandlersOf<typeof privateStreaming> = {
  'POST /streaming/private': (ctx, { body }) => askForStream(ctx, body),
  'GET /streaming/private/search': (ctx, { query }) => searchPrivate(ctx, query),
  'GET /streaming/private/terms/:id': (ctx, { params }) => privateTerms(ctx, params.id),
  'GET /streaming/private/:id': async (ctx, { params }) =>
    privateView(ctx, await findPrivate(ctx, params.id)),
  'GET /streaming/private/:id/statement': (ctx, { params }) => loadStatement(ctx, params.id),
  'POST /streaming/private/:id/accept': (ctx, { params }) => acceptPrivate(ctx, params.id),
  'POST /streaming/private/:id/decline': (ctx, { params }) => declinePrivate(ctx, params.id),
  'POST /streaming/private/:id/later': (ctx, { params }) => postponePrivate(ctx, params.id),
  'POST /streaming/private/:id/cancel': (ctx, { params }) => cancelPrivate(ctx, params.id),
  'POST /streaming/private/:id/end': (ctx, { params }) => endPrivate(ctx, params.id),
  'POST /streaming/private/:id/spectate': (ctx, { params, body }) =>
    spectate(ctx, params.id, body.expectedPerMinute),
  'POST /streaming/private/:id/leave': (ctx, { params }) => leavePrivate(ctx, params.id),
};
