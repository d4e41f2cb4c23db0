import type { Cents } from '#lib/units.ts';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { SubscriptionType } from '#contract/trade/subscriptions.ts';
import { isPaid, monthsPerPlan } from '#lib/plans/bundles.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { ledgerTransactions, payments } from '../../../db/schema/ledger.ts';
import { cards } from '../../../db/schema/payments.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { giveUpChallenges } from '../../money/payments/given-up.ts';
import { type CardRow, requireProvider } from '../../money/payments/payment-methods.ts';
import { discountsReleased } from './discounts.ts';
import { type PaidType, addMonths, dayMs, wholeMonths } from '../../../kernel/subscription-dates.ts';
import { type SubscriptionRow, lockSubscription } from './slots.ts';

/** The agreed plan and price of the next period. */
export const comingTerms = (row: SubscriptionRow): { type: SubscriptionType; price: Cents } => ({
  type: row.nextType ?? row.type,
  price: row.nextPrice ?? row.price,
});

/** What a subscribed fan pays for a plan's next period; null if they have no agreed price for it. */
export function agreedPrice(row: SubscriptionRow, type: PaidType): number | null {
  const coming = comingTerms(row);
  if (coming.type === type) return coming.price;
  return row.type === type ? row.price : null;
}

/**
 * Locks the viewer's subscription.
 * @throws AppError 404 for someone else's, one at another gateway, or one that never began.
 */
export async function lockOwn(
  tx: UserCtx,
  { id, provider }: { id: string; provider?: string },
): Promise<SubscriptionRow> {
  if (provider !== undefined) requireProvider(tx, provider);
  const row = await lockSubscription(tx, id);
  if (
    !row ||
    row.userId !== tx.viewer.id ||
    row.gateway !== tx.ports.payments.name ||
    row.state === 'incomplete'
  )
    throw notFound();
  return row;
}

/**
 * Refuses while a payment is in progress, because its outcome will be known in a moment.
 * @throws AppError 409
 */
export async function refuseUnderWay(tx: Ctx, row: SubscriptionRow): Promise<void> {
  const [underWay] = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.subscriptionId, row.id), eq(payments.state, 'pending')))
    .limit(1);
  if (underWay)
    throw conflict(
      'A payment for this subscription is being confirmed right now. Wait a moment and check again.',
    );
}

const startedOver = 'You started another payment, so you weren’t charged for this one.';

/**
 * Allows one payment at a time: one in progress must finish, and one waiting for the cardholder is given up,
 * since this request shows that they started over or, with `reason`, no longer want it. A job cancels it at
 * the gateway too, where an old tab could still confirm it.
 * @throws AppError 409
 */
export async function supersede(tx: Ctx, row: SubscriptionRow, reason = startedOver): Promise<void> {
  await refuseUnderWay(tx, row);
  for (const paymentId of await giveUpChallenges(tx, row.id, reason)) await discountsReleased(tx, paymentId);
}

/** The card that each subscription is charged to next: its own if still saved, else the fan's default. */
export async function renewalCards(
  ctx: Ctx,
  rows: readonly SubscriptionRow[],
): Promise<Map<string, CardRow>> {
  if (rows.length === 0) return new Map();
  const ofThem = and(
    inArray(cards.accountId, [...new Set(rows.map((row) => row.userId))]),
    isNull(cards.removedAt),
    eq(cards.gateway, ctx.ports.payments.name),
  );
  const savedCards = await ctx.db.select().from(cards).where(ofThem);
  return new Map(
    rows.flatMap((row) => {
      const own = savedCards.filter((card) => card.accountId === row.userId);
      const card = own.find(({ id }) => id === row.cardId) ?? own.find(({ isDefault }) => isDefault);
      return card ? [[row.id, card] as const] : [];
    }),
  );
}

/** The same for one subscription. */
export const renewalCard = async (ctx: Ctx, row: SubscriptionRow): Promise<CardRow | null> =>
  (await renewalCards(ctx, [row])).get(row.id) ?? null;

/** When the current period began: at the end of the previous one, or when it was paid. */
function periodStart({ billingAnchor, startedAt, periodEnd, type }: SubscriptionRow): Date {
  const anchor = billingAnchor ?? startedAt;
  return addMonths(anchor, wholeMonths(anchor, periodEnd) - (isPaid(type) ? monthsPerPlan[type] : 1));
}

/** The days of the current period, and how many are left, counting the current day as left. */
export function daysLeft(row: SubscriptionRow, time: Date): { left: number; all: number } {
  const all = Math.round((row.periodEnd.getTime() - periodStart(row).getTime()) / dayMs);
  return {
    all,
    left: Math.min(all, Math.max(0, Math.ceil((row.periodEnd.getTime() - time.getTime()) / dayMs))),
  };
}

/** What the fan actually paid for the current period in cents, which an offer or coupon can reduce. */
export async function paidForPeriod(ctx: Ctx, row: SubscriptionRow): Promise<number> {
  // From the ledger, because a payment made during a free subscription opened a different subscription than
  // the one it names.
  const [latest] = await ctx.db
    .select({ amount: payments.amount })
    .from(ledgerTransactions)
    .innerJoin(payments, eq(payments.transactionId, ledgerTransactions.id))
    .where(
      and(
        eq(ledgerTransactions.subjectId, row.id),
        eq(ledgerTransactions.kind, 'subscription'),
        eq(ledgerTransactions.performerId, row.performerId),
      ),
    )
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(1);
  return latest?.amount ?? 0;
}
