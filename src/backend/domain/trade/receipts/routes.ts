import type { receipts as family } from '#contract/money/payments.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { notFound } from '../../../kernel/errors.ts';
import { findReceipt } from './presenters.ts';

export const receiptHandlers: HandlersOf<typeof family> = {
  'GET /payment/receipts/:id': async (ctx, { params }) => {
    const receipt = await findReceipt(ctx, ctx.viewer.id, params.id);
    if (!receipt) throw notFound();
    return receipt;
  },
};
