import { eq } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { payments, providerEvents } from '../../../db/schema/ledger.ts';
import { cards } from '../../../db/schema/payments.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { ChargeOutcome, Charged } from '../../../ports/payment-gateway.ts';
import { getCustomerId } from '../../money/payments/gateway-customers.ts';
import { discountsReleased, discountsUsed } from '../subscriptions/discounts.ts';
import type { PaymentRow, Success } from '../../money/payments/start.ts';
import { mailReceipt } from '../receipts/mails.ts';
import { giftPaid } from '../subscriptions/gifts/buying.ts';
import { lockSubscription } from '../subscriptions/slots.ts';
import { renewalFailed, subscriptionPaid } from '../subscriptions/effects.ts';
import { topUpPaid } from '../../money/wallet/top-up.ts';

/** The state of a payment after asking the gateway. */
export type Settled =
  | { readonly state: 'succeeded'; readonly reply: unknown }
  | { readonly state: 'declined'; readonly message: string }
  | { readonly state: 'challenge'; readonly clientSecret: string };

/** How long a cardholder has to confirm a payment. */
const challengeMs = 60 * 60_000;
const abandoned = 'This payment was never confirmed with the bank, so nothing was charged.';
const needsCardholder =
  'Your bank wants to confirm that it’s you, so the card couldn’t be charged automatically.';

const settledState = (payment: PaymentRow): Settled | null => {
  if (payment.state === 'succeeded') return { state: 'succeeded', reply: payment.reply };
  return payment.state === 'declined'
    ? { state: 'declined', message: payment.reason ?? 'Your card was declined.' }
    : null;
};

/** Locks what the outcome changes: first the subscription, then its payment, the order used everywhere. */
async function lockPayment(tx: Ctx, id: string, subscriptionId: string | null): Promise<PaymentRow> {
  if (subscriptionId) await lockSubscription(tx, subscriptionId);
  const [payment] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw notFound();
  return payment;
}

/** What each kind of payment does once its money has moved. */
const effects = { top_up: topUpPaid, subscription: subscriptionPaid, gift: giftPaid } as const;

async function succeed(tx: Ctx, payment: PaymentRow, outcome: Success): Promise<Settled> {
  await tx.db.insert(providerEvents).values({
    id: outcome.eventId,
    gateway: tx.ports.payments.name,
    paymentId: payment.id,
    createdAt: now(tx),
  });
  const effect = await effects[payment.intent.kind](tx, payment, outcome);
  const { transactionId, reply } = effect;
  await tx.db
    .update(payments)
    .set({
      state: 'succeeded',
      chargeId: outcome.chargeId,
      transactionId,
      reply,
      reason: null,
      declineCode: null,
      updatedAt: now(tx),
    })
    .where(eq(payments.id, payment.id));
  await discountsUsed(tx, payment.id);
  await mailReceipt(tx, payment);
  return { state: 'succeeded', reply };
}

async function decline(
  tx: Ctx,
  payment: PaymentRow,
  { message, reason: declineCode }: { readonly message: string; readonly reason: string },
): Promise<Settled> {
  await tx.db
    .update(payments)
    .set({ state: 'declined', reason: message, declineCode, updatedAt: now(tx) })
    .where(eq(payments.id, payment.id));
  await discountsReleased(tx, payment.id);
  if (payment.intent.kind === 'subscription' && payment.intent.renewal && payment.subscriptionId)
    await renewalFailed(tx, payment.subscriptionId, message);
  return { state: 'declined', message };
}

async function challenge(tx: Ctx, payment: PaymentRow, clientSecret: string): Promise<Settled> {
  // A renewal has no cardholder present to confirm it.
  if (payment.intent.kind === 'subscription' && payment.intent.renewal)
    return decline(tx, payment, { message: needsCardholder, reason: 'authentication_required' });
  const time = now(tx);
  await tx.db
    .update(payments)
    .set({ state: 'challenge', challengeAnswer: null, updatedAt: time })
    .where(eq(payments.id, payment.id));
  await enqueue(tx, {
    kind: 'payment-reconcile',
    payload: { paymentId: payment.id },
    runAt: new Date(time.getTime() + challengeMs),
  });
  return { state: 'challenge', clientSecret };
}

/**
 * Checks that the gateway charged exactly what was requested, and only once. Otherwise nothing is changed and
 * someone has to look at it.
 * @throws Error
 */
function assertOurs(payment: PaymentRow, { amount, currency, chargeId }: Success): void {
  if (amount !== payment.amount || currency !== payment.currency)
    throw new Error(
      `payment ${payment.id}: the gateway took ${amount} ${currency}, not ${payment.amount} ${payment.currency}`,
    );
  if (payment.state === 'succeeded' && payment.chargeId !== chargeId)
    throw new Error(`payment ${payment.id} was charged twice: ${payment.chargeId} and ${chargeId}`);
}

/**
 * The second transaction of a payment: applies an outcome once, however often and from wherever it is
 * reported. Joins an open transaction.
 * @throws Error when the gateway charged something else than requested.
 */
export function record(ctx: Ctx, known: PaymentRow, outcome: ChargeOutcome): Promise<Settled> {
  return transaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, known.id, known.subscriptionId);
    if (outcome.status === 'succeeded') assertOurs(payment, outcome);
    // Money that has moved counts even if the payment was given up in the meantime.
    if (payment.state === 'succeeded' || (payment.state === 'declined' && outcome.status !== 'succeeded'))
      return settledState(payment) as Settled;
    if (outcome.status === 'succeeded') return succeed(tx, payment, outcome);
    return outcome.status === 'declined'
      ? decline(tx, payment, outcome)
      : challenge(tx, payment, outcome.clientSecret);
  });
}

const describePayment = (payment: PaymentRow) =>
  payment.intent.kind === 'top_up'
    ? `${payment.intent.tokens + payment.intent.bonus} tokens`
    : payment.intent.kind === 'gift'
      ? 'Gift of a subscription'
      : 'Subscription';

/**
 * Asks the gateway and applies the outcome. The payment's id is the gateway's key, so asking twice charges
 * once. If the gateway can't be reached, the payment stays pending and its job asks again.
 */
export async function settle(ctx: Ctx, payment: PaymentRow): Promise<Settled> {
  const already = settledState(payment);
  if (already) return already;
  const { gatewayRef, ...outcome } = await ask(ctx, payment);
  if (gatewayRef !== null && payment.gatewayRef !== gatewayRef)
    await ctx.db.update(payments).set({ gatewayRef }).where(eq(payments.id, payment.id));
  return record(ctx, payment, outcome);
}

async function ask(ctx: Ctx, payment: PaymentRow): Promise<Charged> {
  const [kept] = await ctx.db
    .select({ gatewayId: cards.gatewayId })
    .from(cards)
    .where(eq(cards.id, payment.cardId));
  if (!kept) throw new Error(`payment ${payment.id} has no card`);
  const { id: paymentId, accountId, amount, currency, intent } = payment;
  const request = {
    paymentId,
    card: kept.gatewayId,
    amount,
    currency,
    description: describePayment(payment),
    requestedSince: payment.createdAt,
    offSession: intent.kind === 'subscription' && intent.renewal,
    challengeAnswer: payment.challengeAnswer ?? undefined,
    gatewayRef: payment.gatewayRef ?? undefined,
  };
  const charge = async () =>
    ctx.ports.payments.charge({ ...request, customerId: await getCustomerId(ctx, accountId) });
  return charge().catch((error: unknown) => {
    ctx.ports.log.error('the payment gateway failed', {
      payment: payment.id,
      error: error instanceof Error ? error.message : String(error),
    });
    throw new AppError(
      503,
      'gateway_unavailable',
      'We can’t reach the bank right now. If your card was charged, you’ll see it here within minutes. Check before you pay again.',
    );
  });
}

/**
 * Like `settle`, for a waiting caller: returns the reply of a success.
 * @throws AppError 402 `card_declined`, or `card_challenge` with `clientSecret`.
 */
export async function settleOrThrow(ctx: Ctx, payment: PaymentRow): Promise<unknown> {
  const settled = await settle(ctx, payment);
  if (settled.state === 'succeeded') return settled.reply;
  if (settled.state === 'declined') throw new AppError(402, 'card_declined', settled.message);
  throw new AppError(402, 'card_challenge', 'Your bank wants to confirm that it’s you.', {
    details: { clientSecret: settled.clientSecret },
  });
}

/** Cancels an abandoned challenge at the gateway too, unless the cardholder confirmed it after all. */
async function giveUp(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const { gatewayRef: _ref, ...outcome } = await ask(ctx, { ...payment, challengeAnswer: 'fail' });
  await record(ctx, payment, outcome.status === 'declined' ? { ...outcome, message: abandoned } : outcome);
}

/**
 * A payment given up here during its challenge. The gateway must cancel it too, or report that it was paid
 * after all.
 */
const isLeftOpen = ({ state, challengeAnswer, gatewayRef }: PaymentRow): boolean =>
  state === 'declined' && challengeAnswer === 'fail' && gatewayRef !== null;

/**
 * The job that finishes a payment whose request died, and gives up one its cardholder never confirmed, based
 * on the gateway's current state.
 */
export async function reconcilePayment(ctx: Ctx, paymentId: string): Promise<void> {
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  if (payment?.state === 'pending') await settle(ctx, payment);
  if (payment && isLeftOpen(payment)) await giveUp(ctx, payment);
  if (payment?.state === 'challenge' && now(ctx).getTime() - payment.updatedAt.getTime() >= challengeMs)
    await giveUp(ctx, payment);
}
