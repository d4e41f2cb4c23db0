import type { payment, tokenPackages } from '#contract/money/payments.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { addCard, listCards, makeDefault, removeCard, startCard } from './payment-methods.ts';
import { refuseGuesses } from '../coupons/choice.ts';
import { searchTransactions } from './history.ts';
import { settleOrThrow } from '../../trade/payment-outcomes/settle.ts';
import { startPayment } from './start.ts';
import { cancelSubscription } from '../../trade/subscriptions/cancel.ts';
import { prepareSubscription } from '../../trade/subscriptions/start.ts';
import { listTokenPackages } from '../wallet/token-packages.ts';
import { type TopUpReply, prepareTopUp } from '../wallet/top-up.ts';

type SubscribeReply = ReplySource<'POST /payment/subscribe/performers'>;

/** Subscribes by card, or without one when nothing is due. */
async function subscribe(
  ctx: UserCtx,
  body: ParsedInput<'POST /payment/subscribe/performers'>['body'],
): Promise<SubscribeReply> {
  const { challengeAnswer, ...input } = body;
  await refuseGuesses(ctx, input.couponCode);
  const started = await startPayment(
    ctx,
    { route: 'POST /payment/subscribe/performers', input, challengeAnswer },
    (tx) => prepareSubscription(tx, input),
  );
  return 'reply' in started ? started.reply : ((await settleOrThrow(ctx, started.payment)) as SubscribeReply);
}

async function topUp(
  ctx: UserCtx,
  body: ParsedInput<'POST /payment/wallet/top-up'>['body'],
): Promise<TopUpReply> {
  const { challengeAnswer, ...input } = body;
  await refuseGuesses(ctx, input.couponCode);
  const started = await startPayment(
    ctx,
    { route: 'POST /payment/wallet/top-up', input, challengeAnswer },
    (tx) => prepareTopUp(tx, input),
  );
  return 'reply' in started ? started.reply : ((await settleOrThrow(ctx, started.payment)) as TopUpReply);
}

export const paymentHandlers: HandlersOf<typeof payment & typeof tokenPackages> = {
  'POST /payment/subscribe/performers': (ctx, { body }) => subscribe(ctx, body),
  'POST /payment/wallet/top-up': (ctx, { body }) => topUp(ctx, body),
  'GET /payment/transactions/user/search': (ctx, { query }) => searchTransactions(ctx, query),
  'GET /payment-cards': (ctx) => listCards(ctx),
  'POST /:provider/cards': (ctx, { params, body }) => addCard(ctx, { ...params, ...body }),
  'DELETE /payment-cards/:id': async (ctx, { params }) => {
    await removeCard(ctx, params.id);
    return { success: true };
  },
  'PUT /payment-cards/:id/default': (ctx, { params }) => makeDefault(ctx, params.id),
  'POST /payment-cards/setup': (ctx) => startCard(ctx),
  'POST /payment/:provider/cancel-subscription/:id': (ctx, { params, body }) =>
    cancelSubscription(ctx, { ...params, reason: body?.reason }),
  'GET /package/token/search': (ctx) => listTokenPackages(ctx),
};
