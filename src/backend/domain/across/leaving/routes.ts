import type { leaving } from '#contract/across/leaving.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { reactivate } from '../../people/accounts/closing/deactivation.ts';
import { deactivate, mayDeactivate } from './deactivating.ts';
import { mayDelete, requestDeletion } from './deleting.ts';
import { latestExport, requestExport } from './export/exports.ts';

export const leavingHandlers: HandlersOf<typeof leaving> = {
  'GET /auth/deactivation': (ctx) => mayDeactivate(ctx),
  'POST /auth/deactivation': (ctx) => deactivate(ctx).then(() => ({ success: true }) as const),
  'POST /auth/login/reactivate': (ctx, { body }) => reactivate(ctx, body),
  'GET /auth/deletion': (ctx) => mayDelete(ctx),
  'POST /auth/deletion': (ctx, { body }) => requestDeletion(ctx, body),
  'GET /auth/export': (ctx) => latestExport(ctx),
  'POST /auth/export': (ctx) => requestExport(ctx),
};
