import type { operatorAdjustments } from '#contract/across/operator/adjustments.ts';
import type { operatorAudit } from '#contract/across/operator/audit.ts';
import type { operatorCreators } from '#contract/across/operator/creators.ts';
import type { operatorDesk } from '#contract/across/operator/desk.ts';
import type { operatorOrders } from '#contract/across/operator/orders.ts';
import type { operatorPayments } from '#contract/across/operator/payments.ts';
import type { operatorPayouts } from '#contract/across/operator/payouts.ts';
import type { operatorPeople } from '#contract/across/operator/people.ts';
import type { operatorWords } from '#contract/across/operator/words.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { approveAdjustment, declineAdjustment } from './adjustments.ts';
import { asOperator } from './audit.ts';
import { proposeAtDesk, searchAdjustments, showAdjustment } from './desk/adjustments.ts';
import { exportAudit, searchAudit } from './desk/audit-log.ts';
import { searchHeldComments } from './desk/comments.ts';
import { openCreatorReleases } from './releases.ts';
import { decideOnCreator, listCreators, openDocuments, showCreator } from './desk/creators.ts';
import { decideOnOrder, searchDeskOrders, showDeskOrder } from './desk/orders.ts';
import { searchDisputes, showPayment } from './desk/payments.ts';
import { payoutCase, payoutDetails, searchPayouts, withdrawApproval } from './desk/payouts.ts';
import { restorePerson, suspendPerson, withdrawBan } from '../moderation/people.ts';
import { addNote, searchDesk, showPerson } from './desk/people.ts';
import { openStatement } from './desk/statements.ts';
import { loadTimeline } from './desk/timeline.ts';
import { addSiteWords, listSiteWords, removeSiteWords, reviewComment } from './held-words.ts';
import {
  approvePayout,
  failPayout,
  payPayout,
  processPayout,
  rejectPayout,
  returnPayout,
} from './payouts.ts';
import { removePersonsFactor } from './people.ts';
import { countQueues } from './queues.ts';
import { refundTransaction } from './refunds.ts';

const done = { success: true } as const;

const deskHandlers: HandlersOf<typeof operatorDesk> = {
  'GET /operator/me': async (ctx) => ({
    username: ctx.viewer.username,
    name: ctx.viewer.name,
    queues: await countQueues(asOperator(ctx)),
    takesNoMoney: ctx.config.takesNoMoney ?? false,
  }),
};

const creatorHandlers: HandlersOf<typeof operatorCreators> = {
  'GET /operator/creators': (ctx, { query }) => listCreators(asOperator(ctx), query),
  'GET /operator/creators/:id': (ctx, { params }) => showCreator(asOperator(ctx), params.id),
  'POST /operator/creators/:id/documents': (ctx, { params }) => openDocuments(asOperator(ctx), params.id),
  'POST /operator/creators/:id/releases': (ctx, { params }) =>
    openCreatorReleases(asOperator(ctx), params.id),
  'POST /operator/creators/:id/approve': (ctx, { params, body }) =>
    decideOnCreator(asOperator(ctx), params.id, {
      approve: true,
      until: body.expiresOn === null ? null : new Date(body.expiresOn),
      note: body.note,
      message: body.message,
      ...(body.seen && { seen: body.seen }),
    }).then(() => done),
  'POST /operator/creators/:id/reject': (ctx, { params, body }) =>
    decideOnCreator(asOperator(ctx), params.id, { approve: false, ...body }).then(() => done),
};

/** Does something about a payout, and shows it afterwards. */
const payoutAfter = async (ctx: UserCtx, id: string, act: Promise<unknown>) => {
  await act;
  return payoutCase(asOperator(ctx), id);
};
const payoutHandlers: HandlersOf<typeof operatorPayouts> = {
  'GET /operator/payouts': (ctx, { query }) => searchPayouts(asOperator(ctx), query),
  'GET /operator/payouts/:id': (ctx, { params }) => payoutCase(asOperator(ctx), params.id),
  'POST /operator/payouts/:id/details': (ctx, { params }) => payoutDetails(asOperator(ctx), params.id),
  'POST /operator/payouts/:id/approve': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, approvePayout(asOperator(ctx), id, body.reason)),
  'POST /operator/payouts/:id/process': (ctx, { params: { id } }) =>
    payoutAfter(ctx, id, processPayout(asOperator(ctx), id)),
  'POST /operator/payouts/:id/pay': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, payPayout(asOperator(ctx), id, body.reference)),
  'POST /operator/payouts/:id/reject': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, rejectPayout(asOperator(ctx), id, body.reason)),
  'POST /operator/payouts/:id/fail': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, failPayout(asOperator(ctx), id, body.reason)),
  'POST /operator/payouts/:id/return': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, returnPayout(asOperator(ctx), id, body)),
  'POST /operator/payouts/:id/withdraw': (ctx, { params: { id }, body }) =>
    payoutAfter(ctx, id, withdrawApproval(asOperator(ctx), id, body.reason)),
};

const paymentHandlers: HandlersOf<typeof operatorPayments> = {
  'GET /operator/payments/:id': (ctx, { params }) => showPayment(asOperator(ctx), params.id),
  'POST /operator/payments/:id/refund': (ctx, { params, body }) =>
    refundTransaction(asOperator(ctx), params.id, body.reason).then(() => done),
  'GET /operator/disputes': (ctx, { query }) => searchDisputes(asOperator(ctx), query),
};

const orderHandlers: HandlersOf<typeof operatorOrders> = {
  'GET /operator/orders': (ctx, { query }) => searchDeskOrders(asOperator(ctx), query),
  'GET /operator/orders/:id': (ctx, { params }) => showDeskOrder(asOperator(ctx), params.id),
  'POST /operator/orders/:id/decide': (ctx, { params, body }) =>
    decideOnOrder(asOperator(ctx), params.id, body),
};

const personAfter = async (ctx: UserCtx, id: string, act: Promise<unknown>) => {
  await act;
  return showPerson(asOperator(ctx), id);
};
const peopleHandlers: HandlersOf<typeof operatorPeople> = {
  'GET /operator/search': (ctx, { query }) => searchDesk(asOperator(ctx), query.q),
  'GET /operator/people/:id': (ctx, { params }) => showPerson(asOperator(ctx), params.id),
  'GET /operator/people/:id/timeline': (ctx, input) => loadTimeline(asOperator(ctx), input),
  'POST /operator/people/:id/statement': (ctx, { params, body }) =>
    openStatement(asOperator(ctx), params.id, body.month),
  'POST /operator/people/:id/suspend': (ctx, { params: { id }, body }) =>
    personAfter(ctx, id, suspendPerson(asOperator(ctx), id, { ...body, until: new Date(body.until) })),
  'POST /operator/people/:id/ban': (ctx, { params: { id }, body }) =>
    personAfter(ctx, id, suspendPerson(asOperator(ctx), id, { ...body, until: null })),
  'POST /operator/people/:id/withdraw-ban': (ctx, { params: { id }, body }) =>
    personAfter(ctx, id, withdrawBan(asOperator(ctx), id, body.reason)),
  'POST /operator/people/:id/restore': (ctx, { params: { id }, body }) =>
    personAfter(ctx, id, restorePerson(asOperator(ctx), id, body.reason)),
  'POST /operator/people/:id/notes': (ctx, { params, body }) =>
    addNote(asOperator(ctx), params.id, body.note),
  'POST /operator/people/:id/remove-second-factor': (ctx, { params: { id }, body }) =>
    personAfter(ctx, id, removePersonsFactor(asOperator(ctx), id, body.reason)),
};

const wordHandlers: HandlersOf<typeof operatorWords> = {
  'GET /operator/words': async (ctx) => ({ words: await listSiteWords(asOperator(ctx)) }),
  'POST /operator/words': async (ctx, { body: { words, reason } }) => ({
    words: await addSiteWords(asOperator(ctx), words, reason),
  }),
  'POST /operator/words/remove': async (ctx, { body: { words, reason } }) => ({
    words: await removeSiteWords(asOperator(ctx), words, reason),
  }),
  'GET /operator/comments': (ctx, { query }) => searchHeldComments(asOperator(ctx), query),
  'POST /operator/comments/:id/approve': (ctx, { params, body: { reason } }) =>
    reviewComment(asOperator(ctx), params.id, { outcome: 'approved', reason }).then(() => done),
  'POST /operator/comments/:id/delete': (ctx, { params, body: { reason } }) =>
    reviewComment(asOperator(ctx), params.id, { outcome: 'deleted', reason }).then(() => done),
};

const auditHandlers: HandlersOf<typeof operatorAudit> = {
  'GET /operator/audit/search': (ctx, { query }) => searchAudit(asOperator(ctx), query),
  'POST /operator/audit/export': (ctx, { body }) => exportAudit(asOperator(ctx), body),
};

const adjustmentAfter = async (ctx: UserCtx, id: string, act: Promise<unknown>) => {
  await act;
  return showAdjustment(asOperator(ctx), id);
};
const adjustmentHandlers: HandlersOf<typeof operatorAdjustments> = {
  'GET /operator/adjustments': (ctx, { query }) => searchAdjustments(asOperator(ctx), query),
  'GET /operator/adjustments/:id': (ctx, { params }) => showAdjustment(asOperator(ctx), params.id),
  'POST /operator/adjustments': (ctx, { body }) => proposeAtDesk(asOperator(ctx), body),
  'POST /operator/adjustments/:id/approve': (ctx, { params: { id }, body }) =>
    adjustmentAfter(ctx, id, approveAdjustment(asOperator(ctx), id, body.reason)),
  'POST /operator/adjustments/:id/decline': (ctx, { params: { id }, body }) =>
    adjustmentAfter(ctx, id, declineAdjustment(asOperator(ctx), id, body.reason)),
};

export const operatorHandlers = {
  ...adjustmentHandlers,
  ...auditHandlers,
  ...deskHandlers,
  ...creatorHandlers,
  ...payoutHandlers,
  ...paymentHandlers,
  ...orderHandlers,
  ...peopleHandlers,
  ...wordHandlers,
};
