import { and, eq, ne } from 'drizzle-orm';
import type { Subscription, SubscriptionType } from '#contract/payment';
import { formatDay } from '#lib/format-time';
import { type UserCtx, now } from '../context.ts';
import { accounts, payments, performers, subscriptions } from '../db/schema.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { gatherFacts, ownerClosed } from './access.ts';
import { cardToPay } from './cards-kept.ts';
import type { Prepared } from './payments-start.ts';
import { type PaidType, addDays } from './subscription-dates.ts';
import { announceSubscriber, endIfOver } from './subscription-effects.ts';
import { type SubscriptionRow, changeSubscription, lockSlot, standingOf } from './subscription-slots.ts';
import { subscriptionView } from './subscription-views.ts';

interface Offer {
  readonly performerId: string;
  readonly name: string;
  readonly prices: { readonly monthly: number; readonly yearly: number };
  readonly isFree: boolean;
  readonly freeDays: number;
}

/** A creator's terms; one who isn't open to the viewer doesn't exist. */
async function offerOf(tx: UserCtx, performerId: string): Promise<Offer> {
  if (performerId === tx.viewer.id) throw invalid('performerId', 'You can’t subscribe to yourself.');
  const facts = await gatherFacts(tx, { ownerIds: [performerId] });
  const [row] = await tx.db
    .select({ name: accounts.name, monthly: performers.monthlyPrice, yearly: performers.yearlyPrice, isFree: performers.isFreeSubscription, freeDays: performers.freeDays })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(performers.accountId, performerId));
  if (!row || !facts.offers.has(performerId) || ownerClosed(facts, performerId)) throw notFound();
  const settings = await tx.settings.all();
  return {
    performerId, name: row.name, prices: { monthly: row.monthly, yearly: row.yearly },
    isFree: row.isFree && settings.freeSubscriptionEnabled,
    // The site's figure is the least that a free subscription lasts; a creator may give more.
    freeDays: Math.max(row.freeDays, settings.freeSubscriptionDuration),
  };
}

const alreadySubscribed = (offer: Offer, row: SubscriptionRow) => conflict(`You’re already subscribed to ${offer.name}, until ${formatDay(row.periodEnd.toISOString())}.`);

/** One free subscription a creator, ever: a free day taken again every day would be free for ever. */
async function refuseSecondFree(tx: UserCtx, offer: Offer): Promise<void> {
  const [used] = await tx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, tx.viewer.id), eq(subscriptions.performerId, offer.performerId), eq(subscriptions.type, 'free'), ne(subscriptions.state, 'incomplete')))
    .limit(1);
  if (used) throw conflict(`You’ve had your free subscription to ${offer.name}. Choose monthly or yearly.`);
}

async function startFree(tx: UserCtx, offer: Offer, row: SubscriptionRow): Promise<Subscription> {
  const moment = now(tx);
  if (standingOf(row, moment) !== 'incomplete') throw alreadySubscribed(offer, row);
  if (!offer.isFree) throw invalid('type', `${offer.name} offers no free subscription. Choose monthly or yearly.`);
  await refuseSecondFree(tx, offer);
  const started = await changeSubscription(tx, row, {
    type: 'free', state: 'active', price: 0, cardId: null, startedAt: moment, anchorAt: moment, periodEnd: addDays(moment, offer.freeDays),
  });
  await announceSubscriber(tx, started);
  return subscriptionView(tx, started);
}

/**
 * One payment at a time: another one under way is waited for. One that waits for its cardholder is given up, since this request says
 * that they started over.
 */
async function supersede(tx: UserCtx, row: SubscriptionRow): Promise<void> {
  const ofRow = (state: 'pending' | 'challenge') => and(eq(payments.subscriptionId, row.id), eq(payments.state, state));
  const [underWay] = await tx.db.select({ id: payments.id }).from(payments).where(ofRow('pending')).limit(1);
  if (underWay) throw conflict('Your last payment is still being confirmed. Wait a moment and look again before you pay.');
  const reason = 'You started another payment instead, so nothing was charged for this one.';
  await tx.db.update(payments).set({ state: 'declined', reason, updatedAt: now(tx) }).where(ofRow('challenge'));
}

/** What is to be paid: the price of today, or the old one of a subscription that goes on. */
const priceFor = (offer: Offer, row: SubscriptionRow, type: PaidType) => (row.state !== 'incomplete' && row.type === type ? row.price : offer.prices[type]);

async function payFor(tx: UserCtx, offer: Offer, want: { row: SubscriptionRow; type: PaidType; cardId: string | undefined }): Promise<Prepared<Subscription>> {
  const { row, type } = want;
  const card = await cardToPay(tx, tx.viewer.id, want.cardId);
  await supersede(tx, row);
  const amount = priceFor(offer, row, type);
  if (row.state === 'incomplete') await changeSubscription(tx, row, { type, price: amount, cardId: card.id });
  const intent = { kind: 'subscription', performerId: offer.performerId, type, renewal: false } as const;
  return { pay: { accountId: tx.viewer.id, amount, cardId: card.id, subscriptionId: row.id, intent } };
}

/** A cancelled subscription that still runs goes on as before: nothing is due until its period ends. */
async function resume(tx: UserCtx, row: SubscriptionRow, cardId: string | undefined): Promise<Prepared<Subscription>> {
  const card = await cardToPay(tx, tx.viewer.id, cardId);
  return { reply: await subscriptionView(tx, await changeSubscription(tx, row, { state: 'active', cardId: card.id, cancelledAt: null, cancelReason: null })) };
}

/**
 * What a wish to subscribe comes to. Locks the pair's row, so that what is decided here still holds when the payment is written.
 * Paid while a free one runs: the paid one begins now and takes its place. Paid while overdue: that revives it.
 */
export async function prepareSubscription(tx: UserCtx, input: { performerId: string; type: SubscriptionType; cardId?: string }): Promise<Prepared<Subscription>> {
  const offer = await offerOf(tx, input.performerId);
  const pair = { userId: tx.viewer.id, performerId: offer.performerId };
  const locked = await lockSlot(tx, pair);
  const row = (await endIfOver(tx, locked)) ? await lockSlot(tx, pair) : locked;
  const { type, cardId } = input;
  if (type === 'free') return { reply: await startFree(tx, offer, row) };
  const isSettled = standingOf(row, now(tx)) === 'live' && row.type !== 'free' && row.state !== 'past_due';
  if (isSettled && row.state === 'cancelled' && row.type === type) return resume(tx, row, cardId);
  if (isSettled) throw alreadySubscribed(offer, row);
  return payFor(tx, offer, { row, type, cardId });
}
