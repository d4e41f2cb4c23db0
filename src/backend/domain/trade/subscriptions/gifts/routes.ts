import type { gifts } from '#contract/trade/gifts.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import { refund } from '../../payment-outcomes/refund.ts';
import { settleOrThrow } from '../../payment-outcomes/settle.ts';
import { startPayment } from '../../../money/payments/start.ts';
import { listGifts, prepareGift } from './buying.ts';
import { redeemGift, viewGift } from './redeeming.ts';
import { takeGiftBack } from './returning.ts';

type Bought = ReplySource<'POST /gifts'>;

/** Buys a gift by card. */
async function buy(ctx: UserCtx, body: ParsedInput<'POST /gifts'>['body']): Promise<Bought> {
  const { challengeAnswer, ...input } = body;
  const started = await startPayment(ctx, { route: 'POST /gifts', input, challengeAnswer }, (tx) =>
    prepareGift(tx, input),
  );
  return 'reply' in started ? started.reply : ((await settleOrThrow(ctx, started.payment)) as Bought);
}

export const giftHandlers: HandlersOf<typeof gifts> = {
  'POST /gifts': (ctx, { body }) => buy(ctx, body),
  'GET /gifts': (ctx, { query }) => listGifts(ctx, query),
  'POST /gifts/:id/refund': (ctx, { params }) => takeGiftBack(ctx, params.id, refund),
  'GET /gifts/link/:code': (ctx, { params }) => viewGift(ctx, params.code),
  'POST /gifts/link/:code': (ctx, { params }) => redeemGift(ctx, params.code),
};
