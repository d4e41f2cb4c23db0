import type { moderation as family } from '#contract/across/decisions.ts';
import type { reports } from '#contract/across/reports.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { appeal, decisionOn, ownDecisions, ownReports, showDecision } from './own.ts';
import { report, reportAsVisitor } from './reporting.ts';

export const reportHandlers: HandlersOf<typeof reports> = {
  'POST /reports': (ctx, { body }) => report(ctx, body),
  'POST /reports/visitors': (ctx, { body }) => reportAsVisitor(ctx, body).then(() => ({ success: true })),
};

export const moderationHandlers: HandlersOf<typeof family> = {
  'GET /reports': (ctx, { query }) => ownReports(ctx, query),
  'GET /decisions': (ctx, { query }) => ownDecisions(ctx, query),
  'GET /decisions/on/:type/:id': async (ctx, { params }) => ({ decision: await decisionOn(ctx, params) }),
  'GET /decisions/:id': (ctx, { params, query }) => showDecision(ctx, params.id, query.token),
  'POST /decisions/:id/appeal': (ctx, { params, body }) => appeal(ctx, params.id, body),
};
