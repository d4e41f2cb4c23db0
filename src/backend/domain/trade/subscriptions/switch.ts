import { leastCharge } from '#config/currencies.ts';
import type { Cents } from '#lib/units.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { isPaid, monthsPerPlan } from '#lib/plans/bundles.ts';
import { planAdjectives } from '#lib/plans/words.ts';
import type { Subscription, SwitchQuote } from '#contract/trade/subscriptions.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { cardToPay } from '../../money/payments/payment-methods.ts';
import { type PaymentRow, type Prepared, startPayment } from '../../money/payments/start.ts';
import { refuseOtherPrice } from '../../../kernel/expected-price.ts';
import { checkSpendCaps } from '../../money/wallet/spend-cap-check.ts';
import { type PaidType, periodEndAfter } from '../../../kernel/subscription-dates.ts';
import { startPeriod } from './effects.ts';
import { loadOffer, requirePrice } from './offer.ts';
import { type SubscriptionRow, changeSubscription, currentStatus } from './slots.ts';
import { daysLeft, lockOwn, paidForPeriod, refuseUnderWay, supersede } from './terms.ts';
import { subscriptionView } from './presenters.ts';

type Switch = ParsedInput<'POST /payment/:provider/switch-subscription/:id'>;
interface SwitchRequest {
  readonly provider: string;
  readonly id: string;
  readonly type: PaidType;
}

/**
 * A longer plan begins at once, every other one at the end of the paid period; so does a longer one while gifted
 * months are left, which would be lost otherwise.
 */
const beginsNow = (wanted: PaidType, { type, giftMonths }: SubscriptionRow): boolean =>
  giftMonths === 0 && isPaid(type) && monthsPerPlan[wanted] > monthsPerPlan[type];

function refuseUnready(tx: UserCtx, row: SubscriptionRow): void {
  if (!isPaid(row.type)) throw conflict('Free subscriptions don’t have a plan. Subscribe monthly or yearly.');
  if (row.state === 'past_due')
    throw conflict('Your last payment failed. Pay it first, then change your plan.');
  if (currentStatus(row, now(tx)) !== 'live')
    throw conflict('This subscription has ended. Subscribe again to continue.');
}

/**
 * Switching to the longer plan takes effect immediately. The unused days of the period are credited, counting
 * the current day in full.
 */
async function quoteNow(
  tx: UserCtx,
  row: SubscriptionRow,
  { type, price }: { type: PaidType; price: Cents },
): Promise<SwitchQuote> {
  const time = now(tx);
  const { left, all } = daysLeft(row, time);
  const credit = Math.min(price, Math.ceil(((await paidForPeriod(tx, row)) * left) / Math.max(1, all)));
  const { currency } = await tx.settings.all();
  // What no card pays is free.
  const amount = price - credit < leastCharge(currency) ? 0 : price - credit;
  return {
    type,
    price,
    credit,
    amount,
    startsAt: time.toISOString(),
    periodEnd: periodEndAfter(time, type, time).toISOString(),
  };
}

/** Other switches take effect at the end of the paid period. */
const quoteLater = (row: SubscriptionRow, type: PaidType, price: Cents): SwitchQuote => ({
  type,
  price,
  credit: 0,
  amount: 0,
  startsAt: row.periodEnd.toISOString(),
  periodEnd: periodEndAfter(row.billingAnchor ?? row.startedAt, type, row.periodEnd).toISOString(),
});

async function quote(tx: UserCtx, row: SubscriptionRow, type: PaidType): Promise<SwitchQuote> {
  refuseUnready(tx, row);
  const offer = await loadOffer(tx, row.performerId);
  if (type === row.type && row.nextType === null)
    throw conflict(`You’re already on the ${planAdjectives[type]} plan.`);
  if (type === row.type) return quoteLater(row, type, row.price);
  if (beginsNow(type, row)) return quoteNow(tx, row, { type, price: requirePrice(offer, type) });
  if (row.state === 'cancelled')
    throw conflict('This subscription is canceled. Resume it first, then change the plan.');
  return quoteLater(row, type, (row.nextType === type ? row.nextPrice : null) ?? requirePrice(offer, type));
}

/** What another plan would cost now, and when it would start. */
export async function quoteSwitch(ctx: UserCtx, asked: SwitchRequest): Promise<SwitchQuote> {
  return transaction(ctx, async (tx) => quote(tx, await lockOwn(tx, asked), asked.type));
}

/** Starts the longer plan when the credit covers its price. */
async function startUnpaid(
  tx: UserCtx,
  row: SubscriptionRow,
  { type, price }: SwitchQuote,
): Promise<Prepared<Subscription>> {
  return {
    reply: await subscriptionView(tx, await startPeriod(tx, row, { type, price, cardId: row.cardId })),
  };
}

async function planLater(
  tx: UserCtx,
  row: SubscriptionRow,
  { type, price }: SwitchQuote,
): Promise<Prepared<Subscription>> {
  const next = type === row.type ? { nextType: null, nextPrice: null } : { nextType: type, nextPrice: price };
  return { reply: await subscriptionView(tx, await changeSubscription(tx, row, next)) };
}

async function prepareSwitch(
  tx: UserCtx,
  asked: SwitchRequest,
  { amount, cardId }: Pick<Switch['body'], 'amount' | 'cardId'>,
): Promise<Prepared<Subscription>> {
  const row = await lockOwn(tx, asked);
  const quoted = await quote(tx, row, asked.type);
  await refuseOtherPrice(tx, { expected: amount, amount: quoted.amount, unit: 'money' });
  if (!beginsNow(asked.type, row)) {
    await refuseUnderWay(tx, row);
    return planLater(tx, row, quoted);
  }
  await supersede(tx, row);
  if (amount === 0) return startUnpaid(tx, row, quoted);
  const card = await cardToPay(tx, tx.viewer.id, cardId);
  await checkSpendCaps(tx, { performerId: row.performerId, cents: amount, isWritten: false });
  const intent = {
    kind: 'subscription',
    performerId: row.performerId,
    type: asked.type,
    renewal: false,
    price: quoted.price,
    credit: quoted.credit,
  } as const;
  return { pay: { accountId: tx.viewer.id, amount, cardId: card.id, subscriptionId: row.id, intent } };
}

/**
 * Switches the plan at the quoted price: immediately by card, or at the end of the period. `settle` asks the
 * gateway about the payment.
 */
export async function switchSubscription(
  ctx: UserCtx,
  { params, body }: Switch,
  settle: (ctx: Ctx, payment: PaymentRow) => Promise<unknown>,
): Promise<ReplySource<'POST /payment/:provider/switch-subscription/:id'>> {
  const { challengeAnswer, ...input } = body;
  const call = {
    route: 'POST /payment/:provider/switch-subscription/:id',
    input: { ...params, ...input },
    challengeAnswer,
  };
  const started = await startPayment(ctx, call, (tx) =>
    prepareSwitch(tx, { ...params, type: input.type }, input),
  );
  return 'reply' in started ? started.reply : ((await settle(ctx, started.payment)) as Subscription);
}
