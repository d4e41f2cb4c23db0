import type { payment, tokenPackages } from '#contract/payment';
import type { ParsedInput, ReplySource } from '#contract/registry';
import type { UserCtx } from '../context.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { addCard, listCards, makeDefault, removeCard, startCard } from './cards-kept.ts';
import { refuseGuesses } from './coupon-choice.ts';
import { searchTransactions } from './payments-history.ts';
import { settleOrThrow } from './payments-settle.ts';
import { startPayment } from './payments-start.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import { prepareSubscription } from './subscription-start.ts';
import { listTokenPackages } from './token-packages.ts';
import { type TopUpReply, prepareTopUp } from './top-up.ts';

type SubscribeReply = ReplySource<'POST /payment/subscribe/performers'>;

/** Subscribes by card, or without one where nothing is to be paid. */
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

/** Buys tokens by card. */
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
