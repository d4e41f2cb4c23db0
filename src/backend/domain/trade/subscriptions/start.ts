import type { Cents } from '#lib/units.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { formatDay } from '#lib/format-time.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { cardToPay } from '../../money/payments/payment-methods.ts';
import { couponFor } from '../../money/coupons/choice.ts';
import type { Prepared } from '../../money/payments/start.ts';
import { priceChanged, refuseOtherPrice } from '../../../kernel/expected-price.ts';
import { bestPromotion } from './promotion-choice.ts';
import { checkSpendCaps } from '../../money/wallet/spend-cap-check.ts';
import { type PaidType, addDays } from '../../../kernel/subscription-dates.ts';
import { announceSubscriber, endIfOver } from './effects.ts';
import { reserveDiscounts } from './discounts.ts';
import { type Offer, loadOffer, requirePrice } from './offer.ts';
import { type SubscriptionRow, changeSubscription, currentStatus, lockSlot, openSlot } from './slots.ts';
import { takeBack } from './resume.ts';
import { agreedPrice, supersede } from './terms.ts';
import { subscriptionView } from './presenters.ts';

const alreadySubscribed = (offer: Offer, row: SubscriptionRow) =>
  conflict(`You’re already subscribed to ${offer.name}, until ${formatDay(row.periodEnd.toISOString())}.`);

/**
 * A fan gets each creator's free subscription once; a free day could otherwise be taken every day.
 * @throws AppError 409
 */
async function refuseSecondFree(tx: UserCtx, offer: Offer): Promise<void> {
  const [used] = await tx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, tx.viewer.id),
        eq(subscriptions.performerId, offer.performerId),
        eq(subscriptions.type, 'free'),
        ne(subscriptions.state, 'incomplete'),
      ),
    )
    .limit(1);
  if (used)
    throw conflict(`You’ve already used your free subscription to ${offer.name}. Choose monthly or yearly.`);
}

async function startFree(tx: UserCtx, offer: Offer, row: SubscriptionRow): Promise<Subscription> {
  const time = now(tx);
  if (currentStatus(row, time) !== 'incomplete') throw alreadySubscribed(offer, row);
  if (!offer.isFree)
    throw invalid('type', `${offer.name} doesn’t offer a free subscription. Choose monthly or yearly.`);
  await refuseSecondFree(tx, offer);
  const started = await changeSubscription(tx, row, {
    type: 'free',
    state: 'active',
    price: 0,
    cardId: null,
    startedAt: time,
    billingAnchor: time,
    periodEnd: addDays(time, offer.freeDays),
  });
  await announceSubscriber(tx, started);
  return subscriptionView(tx, started);
}

/** The price to pay: the agreed one if the subscription continues, otherwise the current one. */
const priceFor = (offer: Offer, row: SubscriptionRow, type: PaidType) =>
  (row.state === 'incomplete' ? null : agreedPrice(row, type)) ?? requirePrice(offer, type);

const isFirstPeriod = ({ state, type }: SubscriptionRow): boolean => state === 'incomplete' || !isPaid(type);
/** Whether it is active with nothing due. */
const isPaidUp = (row: SubscriptionRow, time: Date): boolean =>
  currentStatus(row, time) === 'live' && isPaid(row.type) && row.state !== 'past_due';

/**
 * The creator's offer for a first paid period.
 * @throws AppError 409 `price_changed` when the offer shown to the fan is no longer available.
 */
async function firstPeriod(
  tx: UserCtx,
  { offer, want, price }: { offer: Offer; want: Wanted; price: Cents },
): Promise<{ id: string; price: Cents } | null> {
  const best = isFirstPeriod(want.row)
    ? await bestPromotion(tx, { performerId: offer.performerId, userId: tx.viewer.id, type: want.type })
    : null;
  if (want.promotionId && want.promotionId !== best?.id)
    throw await priceChanged(tx, {
      amount: best?.price ?? price,
      unit: 'money',
      say: (now) => `This offer has changed or ended. The price is now ${now}.`,
    });
  return best;
}

interface Wanted {
  readonly row: SubscriptionRow;
  readonly type: PaidType;
  readonly cardId: string | undefined;
  /** The offer shown to the fan. */
  readonly promotionId: string | undefined;
  readonly couponCode: string | undefined;
  /** The price shown to the fan, in cents. */
  readonly expectedPrice: Cents;
}

async function payFor(tx: UserCtx, offer: Offer, want: Wanted): Promise<Prepared<Subscription>> {
  const { row, type } = want;
  const card = await cardToPay(tx, tx.viewer.id, want.cardId);
  await supersede(tx, row);
  const price = priceFor(offer, row, type);
  const promotion = await firstPeriod(tx, { offer, want, price });
  if (row.state === 'incomplete') await changeSubscription(tx, row, { type, price, cardId: card.id });
  const before = promotion?.price ?? price;
  const coupon = await couponFor(tx, { code: want.couponCode, target: 'subscription', before });
  const amount = before - (coupon?.discount ?? 0);
  await refuseOtherPrice(tx, { expected: want.expectedPrice, amount, unit: 'money' });
  // Paying a failed renewal by hand is still a renewal, so spend caps don't apply.
  if (row.state !== 'past_due')
    await checkSpendCaps(tx, { performerId: offer.performerId, cents: amount, isWritten: false });
  const intent = {
    kind: 'subscription',
    performerId: offer.performerId,
    type,
    renewal: false,
    price,
  } as const;
  return {
    pay: {
      accountId: tx.viewer.id,
      amount,
      cardId: card.id,
      subscriptionId: row.id,
      intent,
      discount: coupon?.discount,
      reserve: (inside, payment) => reserveDiscounts(inside, payment, { promotionId: promotion?.id, coupon }),
    },
  };
}

/**
 * Turns a subscribe request into a payment or an immediate reply. Locks the pair's row, so that the decision
 * still holds when the payment is written. Paying during a free subscription replaces it immediately; paying
 * while overdue revives the subscription.
 */
export async function prepareSubscription(
  tx: UserCtx,
  input: {
    performerId: string;
    type: PaidType | 'free';
    cardId?: string;
    promotionId?: string;
    couponCode?: string;
    expectedPrice?: Cents;
  },
): Promise<Prepared<Subscription>> {
  const offer = await loadOffer(tx, input.performerId);
  const pair = { userId: tx.viewer.id, performerId: offer.performerId };
  const locked = await lockSlot(tx, pair);
  const row = (await endIfOver(tx, locked)) ? await lockSlot(tx, pair) : locked;
  const { type, cardId, promotionId, couponCode, expectedPrice = 0 } = input;
  if (type === 'free') return { reply: await startFree(tx, offer, row) };
  const isSettled = isPaidUp(row, now(tx));
  if (isSettled && row.state === 'cancelled' && row.type === type)
    return { reply: await takeBack(tx, row, cardId) };
  if (isSettled) throw alreadySubscribed(offer, row);
  return payFor(tx, offer, { row, type, cardId, promotionId, couponCode, expectedPrice });
}

/**
 * What subscribing would cost now in cents, with the creator's offer. Reserves nothing.
 * @throws AppError like subscribing.
 */
export async function priceToStart(
  ctx: UserCtx,
  { performerId, type }: { performerId: string; type: PaidType },
): Promise<number> {
  const offer = await loadOffer(ctx, performerId);
  const slot = await openSlot(ctx, { userId: ctx.viewer.id, performerId });
  // One that is over but hasn't been ended yet keeps no price: subscribing ends it first.
  const row = slot && currentStatus(slot, now(ctx)) !== 'over' ? slot : null;
  if (row && isPaidUp(row, now(ctx))) throw alreadySubscribed(offer, row);
  if (row && !isFirstPeriod(row)) return priceFor(offer, row, type);
  const best = await bestPromotion(ctx, { performerId, userId: ctx.viewer.id, type });
  return best?.price ?? requirePrice(offer, type);
}
