import type { receipts as family } from '#contract/receipts';
import type { HandlersOf } from '../http/handlers.ts';
import { notFound } from '../errors.ts';
import { receiptOf } from './receipt-views.ts';

export const receiptHandlers: HandlersOf<typeof family> = {
  'GET /payment/receipts/:id': async (ctx, { params }) => {
    const receipt = await receiptOf(ctx, ctx.viewer.id, params.id);
    if (!receipt) throw notFound();
    return receipt;
  },
};
