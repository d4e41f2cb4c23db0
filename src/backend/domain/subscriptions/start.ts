import type { Cents } from '#lib/units.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { Subscription, SubscriptionType } from '#contract/subscriptions.ts';
import { formatDay } from '#lib/format-time.ts';
import { type UserCtx, now } from '../../kernel/context.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { cardToPay } from '../payments/payment-methods.ts';
import { couponFor } from '../coupons/choice.ts';
import type { Prepared } from '../payments/start.ts';
import { priceChanged, refuseOtherPrice } from '../../kernel/expected-price.ts';
import { bestPromotion } from './promotion-choice.ts';
import { checkSpendCaps } from '../wallet/spend-cap-check.ts';
import { type PaidType, addDays } from '../../kernel/subscription-dates.ts';
import { announceSubscriber, endIfOver } from './effects.ts';
import { reserveDiscounts } from './discounts.ts';
import { type Offer, offerOf, priceOf } from './offer.ts';
import { type SubscriptionRow, changeSubscription, lockSlot, openSlot, statusOf } from './slots.ts';
import { takeBack } from './resume.ts';
import { agreedPrice, supersede } from './terms.ts';
import { subscriptionView } from './presenters.ts';

const alreadySubscribed = (offer: Offer, row: SubscriptionRow) =>
  conflict(`You’re already subscribed to ${offer.name}, until ${formatDay(row.periodEnd.toISOString())}.`);

/** One free subscription a creator, ever: a free day taken again every day would be free for ever. */
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
  const moment = now(tx);
  if (statusOf(row, moment) !== 'incomplete') throw alreadySubscribed(offer, row);
  if (!offer.isFree)
    throw invalid('type', `${offer.name} doesn’t offer a free subscription. Choose monthly or yearly.`);
  await refuseSecondFree(tx, offer);
  const started = await changeSubscription(tx, row, {
    type: 'free',
    state: 'active',
    price: 0,
    cardId: null,
    startedAt: moment,
    anchorAt: moment,
    periodEnd: addDays(moment, offer.freeDays),
  });
  await announceSubscriber(tx, started);
  return subscriptionView(tx, started);
}

/** What is to be paid: the price of today, or the one that was agreed with a subscription that goes on. */
const priceFor = (offer: Offer, row: SubscriptionRow, type: PaidType) =>
  (row.state === 'incomplete' ? null : agreedPrice(row, type)) ?? priceOf(offer, type);

/** Nothing was paid for it yet. */
const isFirstPeriod = ({ state, type }: SubscriptionRow): boolean =>
  state === 'incomplete' || type === 'free';
/** It runs, and nothing is to be paid now. */
const isPaidUp = (row: SubscriptionRow, moment: Date): boolean =>
  statusOf(row, moment) === 'live' && row.type !== 'free' && row.state !== 'past_due';

/**
 * The creator's offer for a first paid period. @throws AppError 409 `price_changed` when the one that the fan
 * was shown isn't theirs to take any more.
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
  /** The offer that the fan was shown. */
  readonly promotionId: string | undefined;
  readonly couponCode: string | undefined;
  /** What they were shown to pay now, cents. */
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
  // A renewal that failed and is paid by hand is still a renewal.
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
 * What a wish to subscribe comes to. Locks the pair's row, so that what is decided here still holds when the
 * payment is written. Paid while a free one runs: the paid one begins now and takes its place. Paid while
 * overdue: that revives it.
 */
export async function prepareSubscription(
  tx: UserCtx,
  input: {
    performerId: string;
    type: SubscriptionType;
    cardId?: string;
    promotionId?: string;
    couponCode?: string;
    expectedPrice?: Cents;
  },
): Promise<Prepared<Subscription>> {
  const offer = await offerOf(tx, input.performerId);
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
 * What starting to pay would cost now, cents, with the creator's offer: a look ahead that takes nothing.
 * @throws AppError as starting does.
 */
export async function priceToStart(
  ctx: UserCtx,
  { performerId, type }: { performerId: string; type: PaidType },
): Promise<number> {
  const offer = await offerOf(ctx, performerId);
  const row = await openSlot(ctx, { userId: ctx.viewer.id, performerId });
  if (row && isPaidUp(row, now(ctx))) throw alreadySubscribed(offer, row);
  if (row && !isFirstPeriod(row)) return priceFor(offer, row, type);
  const best = await bestPromotion(ctx, { performerId, userId: ctx.viewer.id, type });
  return best?.price ?? priceOf(offer, type);
}
