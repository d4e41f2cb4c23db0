import type { operatorModeration } from '#contract/across/operator/moderation.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { asOperator } from '../operator/audit.ts';
import { openCaseFile } from './case-files.ts';
import { openCase } from './opening.ts';
import { openCaseReleases } from './case-releases.ts';
import { decideAppeal } from './appeals.ts';
import { confirmDecision, liftDecision, withdrawDecision } from './deciding.ts';
import { caseList, caseView, decideAtDesk } from './desk.ts';
import { loadStatements, loadTransparency } from './transparency.ts';

const parsePeriod = ({ from, to }: { from: string; to: string }) => ({
  from: new Date(from),
  to: new Date(to),
});

export const operatorModerationHandlers: HandlersOf<typeof operatorModeration> = {
  'GET /operator/cases': (ctx, { query }) => caseList(asOperator(ctx), query),
  'GET /operator/cases/:id': (ctx, { params }) => caseView(asOperator(ctx), params.id),
  'POST /operator/cases': async (ctx, { body }) => ({ _id: await openCase(asOperator(ctx), body) }),
  'POST /operator/cases/:id/files/:fileId/open': (ctx, { params }) =>
    openCaseFile(asOperator(ctx), params.id, params.fileId),
  'POST /operator/cases/:id/releases': (ctx, { params }) => openCaseReleases(asOperator(ctx), params.id),
  'POST /operator/cases/:id/decisions': (ctx, { params, body }) =>
    decideAtDesk(asOperator(ctx), params.id, body),
  'POST /operator/decisions/:id/confirm': (ctx, { params }) => confirmDecision(asOperator(ctx), params.id),
  'POST /operator/decisions/:id/withdraw': (ctx, { params, body }) =>
    withdrawDecision(asOperator(ctx), params.id, body.reason),
  'POST /operator/decisions/:id/lift': (ctx, { params, body }) =>
    liftDecision(asOperator(ctx), params.id, body.reason),
  'POST /operator/decisions/:id/appeal': (ctx, { params, body }) =>
    decideAppeal(asOperator(ctx), params.id, body),
  'GET /operator/moderation/statements': async (ctx, { query }) => ({
    data: await loadStatements(asOperator(ctx), parsePeriod(query)),
  }),
  'GET /operator/moderation/numbers': async (ctx, { query }) => ({
    data: await loadTransparency(asOperator(ctx), parsePeriod(query)),
  }),
};
