import { isolated } from '#config/line-text.ts';
import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { formatMoney } from '#lib/format.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { findUsedCode, withCoupon } from '../../money/coupons/uses.ts';
import { post } from '../../base/ledger/ledger.ts';
import { cardSalePostings } from '../../base/ledger/postings.ts';
import type { Effect, PaymentRow, Success } from '../../money/payments/start.ts';
import { type PaidType, nextAttempt, nextPeriod, wholeMonths } from '../../../kernel/subscription-dates.ts';
import {
  type SubscriptionRow,
  changeSubscription,
  currentStatus,
  endSubscription,
  lockSlot,
  lockSubscription,
} from './slots.ts';
import { comingTerms } from './terms.ts';
import { queueAutomatic } from '../../talk/messages/automatic-causes.ts';
import { notify } from '../../people/notifications/notify.ts';
import { subscriptionView } from './presenters.ts';

/** An account's name and address for emails about it. */
export const loadContact = async (tx: Ctx, id: string) => {
  const [row] = await tx.db
    .select({ name: accounts.name, username: accounts.username, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row ?? { name: 'someone', username: null, email: null };
};

export async function announceSubscriber(tx: Ctx, row: SubscriptionRow): Promise<void> {
  const { id: cause, performerId, userId: accountId } = row;
  await queueAutomatic(tx, { kind: 'subscribe', performerId, accountId, cause });
  const { name } = await loadContact(tx, row.userId);
  await notify(tx, {
    to: row.performerId,
    type: 'subscription',
    actor: { id: row.userId, name },
    text: `${name} subscribed to you.`,
    href: routes.subscribers,
    group: { key: 'subscription', phrase: 'subscribed to you' },
  });
}

/**
 * The subscription row a payment applies to: its own if that is open and not free, else a new row for the
 * pair.
 */
async function rowToPayFor(tx: Ctx, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.state !== 'expired' && row.type !== 'free') return row;
  if (row.state !== 'expired') await endSubscription(tx, row);
  return lockSlot(tx, { userId: row.userId, performerId: row.performerId });
}

/**
 * Starts the period that `terms` paid for: the next one if the plan is the agreed one, or one that begins now
 * for a different plan.
 */
export function startPeriod(
  tx: Ctx,
  row: SubscriptionRow,
  terms: { type: PaidType; price: Cents; cardId: string | null },
): Promise<SubscriptionRow> {
  const paidAt = now(tx);
  const isFirst = row.state === 'incomplete';
  // Paying while a gift runs adds to it.
  const ofGift = row.type === 'gift' && row.periodEnd > paidAt;
  const goesOn = !isFirst && (ofGift || row.type === terms.type || row.nextType === terms.type);
  const { anchor, periodEnd } = nextPeriod(
    goesOn ? { anchor: row.billingAnchor ?? row.startedAt, periodEnd: row.periodEnd } : null,
    terms.type,
    paidAt,
  );
  return changeSubscription(tx, row, {
    ...terms,
    state: 'active',
    billingAnchor: anchor,
    periodEnd,
    retries: 0,
    nextAttemptAt: null,
    cancelledAt: null,
    cancelReason: null,
    nextType: null,
    nextPrice: null,
    giftMonths: ofGift ? Math.max(1, wholeMonths(paidAt, row.periodEnd)) : 0,
    ...(isFirst ? { startedAt: paidAt } : {}),
  });
}

const periodNames = {
  monthly: 'month',
  quarterly: '3 months',
  semiannual: '6 months',
  yearly: 'year',
} as const;
const lessCredit = (
  credit: number | undefined,
  { type, currency }: { type: SubscriptionRow['type']; currency: string },
) =>
  credit && isPaid(type)
    ? `, less ${formatMoney(credit, currency)} for what was left of the ${periodNames[type]}`
    : '';

/** Starts a sentence: "3-month subscription to …". */
const titles = { monthly: 'Monthly', quarterly: '3-month', semiannual: '6-month', yearly: 'Yearly' } as const;

/**
 * The effect of a paid subscription, first or renewed: writes the ledger entry, extends the period, and
 * updates access in open tabs.
 */
export async function subscriptionPaid(tx: Ctx, payment: PaymentRow, { eventId }: Success): Promise<Effect> {
  const locked = payment.subscriptionId ? await lockSubscription(tx, payment.subscriptionId) : null;
  if (!locked || payment.intent.kind !== 'subscription')
    throw new AppError(500, 'internal', 'not a subscription');
  const { type } = payment.intent;
  const row = await rowToPayFor(tx, locked);
  const { commissionBps, currency } = await tx.settings.all();
  const performer = await loadContact(tx, row.performerId);
  const posted = await post(tx, {
    kind: 'subscription',
    subject: 'subscription',
    subjectId: row.id,
    actorId: row.userId,
    performerId: row.performerId,
    description: withCoupon(
      `${titles[type]} subscription to ${performer.name}${lessCredit(payment.intent.credit, { type: row.type, currency })}`,
      await findUsedCode(tx, payment),
    ),
    providerEventId: eventId,
    postings: cardSalePostings({
      performerId: row.performerId,
      amount: payment.amount,
      discount: payment.discount,
      commissionBps,
    }),
  });
  const started = await startPeriod(tx, row, {
    type,
    price: payment.intent.price ?? payment.amount + payment.discount,
    cardId: payment.cardId,
  });
  if (row.state === 'incomplete') await announceSubscriber(tx, started);
  return { transactionId: posted.transactionId, reply: await subscriptionView(tx, started) };
}

async function notifyFailure(
  tx: Ctx,
  row: SubscriptionRow,
  { reason, retryAt }: { reason: string; retryAt: Date | null },
): Promise<void> {
  const performer = await loadContact(tx, row.performerId);
  const { currency } = await tx.settings.all();
  const next = retryAt ? `We’ll try again on ${formatUtcDay(retryAt)}.` : 'It has ended.';
  const page = `${tx.config.publicUrl}${retryAt ? routes.subscriptions : routes.profile(performer.username ?? row.performerId)}`;
  const amount = formatMoney(comingTerms(row).price, currency);
  await notify(tx, {
    to: row.userId,
    type: 'subscription-failed',
    text: `Your subscription to ${performer.name} couldn’t be renewed. ${next}`,
    href: routes.subscriptions,
    letter: {
      subject: `Your subscription to ${performer.name}`,
      lines: [
        `We couldn’t charge ${amount} for your subscription to ${isolated(performer.name)}. ${reason}`,
        next,
        `To ${retryAt ? 'pay with another card' : 'subscribe again'}: ${page}`,
      ],
    },
  });
}

/** Handles a failed renewal: it is retried after 1, 3, and 5 days, then the subscription ends. */
export async function renewalFailed(tx: Ctx, subscriptionId: string, reason: string): Promise<void> {
  const row = await lockSubscription(tx, subscriptionId);
  // Canceled or paid by the fan while the gateway was asked.
  if (!row || (row.state !== 'active' && row.state !== 'past_due')) return;
  const retryAt = nextAttempt(row.periodEnd, row.retries, now(tx));
  if (retryAt) {
    await changeSubscription(tx, row, {
      state: 'past_due',
      retries: row.retries + 1,
      nextAttemptAt: retryAt,
    });
    const { performerId, userId: accountId } = row;
    // The same for every attempt at a period, so that a fan gets one message and not four.
    const cause = `${row.id} ${row.periodEnd.toISOString()}`;
    await queueAutomatic(tx, { kind: 'renewal-failed', performerId, accountId, cause });
  } else await endSubscription(tx, row);
  await notifyFailure(tx, row, { reason, retryAt });
}

/** Ends a subscription whose time is over; returns whether it did. */
export async function endIfOver(tx: Ctx, row: SubscriptionRow): Promise<boolean> {
  if (row.state === 'expired' || currentStatus(row, now(tx)) !== 'over') return false;
  await endSubscription(tx, row);
  return true;
}
