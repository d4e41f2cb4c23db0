import type { payouts as family } from '#contract/trade/payouts.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { refreshConnect, startConnect } from './connect-accounts.ts';
import { chooseMethod, listMethods, saveBank } from './methods.ts';
import { findOpenPayout } from './state-machine.ts';
import { calculate, cancel, edit, request } from './requests.ts';
import { undoMethod } from './undo.ts';
import { searchPayouts, viewPayout } from './presenters.ts';

export const payoutHandlers: HandlersOf<typeof family> = {
  'POST /payout-requests/calculate': (ctx, { body }) => calculate(ctx, body),
  'GET /payout-requests/user/search': (ctx, { query }) => searchPayouts(ctx, query),
  'POST /payout-requests': (ctx, { body }) => request(ctx, body),
  'PUT /payout-requests/:id': (ctx, { params, body }) => edit(ctx, params.id, body),
  'POST /payout-requests/:id/cancel': (ctx, { params }) => cancel(ctx, params.id),
  'GET /payout-requests/:id/view': (ctx, { params }) => viewPayout(ctx, params.id),
  async 'GET /payout-requests/check/pending-review'(ctx) {
    const open = await findOpenPayout(ctx, ctx.viewer.id);
    const waiting = open?.state === 'pending' ? open : null;
    return {
      pending: waiting !== null,
      requestId: waiting?.id ?? null,
      since: waiting?.createdAt.toISOString() ?? null,
    };
  },
  'GET /payout-methods': (ctx) => listMethods(ctx),
  'POST /payout-methods/undo': (ctx, { body }) => undoMethod(ctx, body.token),
  'POST /payout-methods/:id': (ctx, { params, body }) => chooseMethod(ctx, params.id, body.password),
  'PUT /performers/:id/banking-settings': (ctx, { params, body }) => saveBank(ctx, params.id, body),
  'PUT /performers/:id/payment-gateway-settings': (ctx, { params }) => refreshConnect(ctx, params.id),
  'POST /stripe/accounts': (ctx) => startConnect(ctx),
};
