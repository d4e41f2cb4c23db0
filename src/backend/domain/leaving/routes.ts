import type { leaving } from '#contract/auth/leaving.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { latestExport, requestExport } from './export/exports.ts';

export const leavingHandlers: HandlersOf<typeof leaving> = {
  'GET /auth/export': (ctx) => latestExport(ctx),
  'POST /auth/export': (ctx) => requestExport(ctx),
};
