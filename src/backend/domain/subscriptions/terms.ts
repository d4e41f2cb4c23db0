import type { Cents } from '#lib/units.ts';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { SubscriptionType } from '#contract/subscriptions.ts';
import type { Ctx, UserCtx } from '../../kernel/context.ts';
import { ledgerTransactions, payments } from '../../db/schema/ledger.ts';
import { cards } from '../../db/schema/payments.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { giveUpChallenges } from '../payments/given-up.ts';
import { type CardRow, requireProvider } from '../payments/payment-methods.ts';
import { discountsReleased } from './discounts.ts';
import { type PaidType, addMonths, dayMs, monthsOf, wholeMonths } from '../../kernel/subscription-dates.ts';
import { type SubscriptionRow, lockSubscription } from './slots.ts';

/** Plan and price of the coming period, as agreed. */
export const comingTerms = (row: SubscriptionRow): { type: SubscriptionType; price: Cents } => ({
  type: row.nextType ?? row.type,
  price: row.nextPrice ?? row.price,
});

/**
 * What a fan who has a subscription pays for the next period of a plan; null where they have no price of
 * their own for it.
 */
export function agreedPrice(row: SubscriptionRow, type: PaidType): number | null {
  const coming = comingTerms(row);
  if (coming.type === type) return coming.price;
  return row.type === type ? row.price : null;
}

/**
 * The viewer's subscription, locked. Another's, one at another gateway and one that never began don't exist.
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

/** What a payment under way will bring about is known in a moment; until then nothing else is decided. */
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
 * One payment at a time: another one under way is waited for. One that waits for its cardholder is given up,
 * since this request says that they started over, or (`reason`) don't want it any more; a job ends it at the
 * gateway too, where an old tab could still confirm it.
 */
export async function supersede(tx: Ctx, row: SubscriptionRow, reason = startedOver): Promise<void> {
  await refuseUnderWay(tx, row);
  for (const paymentId of await giveUpChallenges(tx, row.id, reason)) await discountsReleased(tx, paymentId);
}

/** The card that each pays with next: the subscription's own while it is kept, else the fan's default. */
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
  const kept = await ctx.db.select().from(cards).where(ofThem);
  return new Map(
    rows.flatMap((row) => {
      const own = kept.filter((card) => card.accountId === row.userId);
      const card = own.find(({ id }) => id === row.cardId) ?? own.find(({ isDefault }) => isDefault);
      return card ? [[row.id, card] as const] : [];
    }),
  );
}

/** The same for one. */
export const renewalCard = async (ctx: Ctx, row: SubscriptionRow): Promise<CardRow | null> =>
  (await renewalCards(ctx, [row])).get(row.id) ?? null;

/** Where the running period began: the end of the one before, or when it was paid. */
function periodStart({ anchorAt, startedAt, periodEnd, type }: SubscriptionRow): Date {
  const anchor = anchorAt ?? startedAt;
  const step = type === 'free' ? 1 : monthsOf[type];
  return addMonths(anchor, (Math.round(wholeMonths(anchor, periodEnd) / step) - 1) * step);
}

/** Whole days of the running period, and how many of them are left: the day that has begun counts as left. */
export function daysLeft(row: SubscriptionRow, moment: Date): { left: number; all: number } {
  const all = Math.round((row.periodEnd.getTime() - periodStart(row).getTime()) / dayMs);
  return {
    all,
    left: Math.min(all, Math.max(0, Math.ceil((row.periodEnd.getTime() - moment.getTime()) / dayMs))),
  };
}

/**
 * What the fan themselves paid for the running period, in cents: with an offer or a coupon less than its
 * price.
 */
export async function paidForPeriod(ctx: Ctx, row: SubscriptionRow): Promise<number> {
  // By the ledger: a payment made while a free one ran opened another subscription than the one it names.
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
