import type { Cents } from '#lib/units.ts';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { PaidPlan, type Subscription } from '#contract/trade/subscriptions.ts';
import { routes } from '#config/routes.ts';
import { formatMoney } from '#lib/format.ts';
import { type ChosenPrices, calculatePlanPrices, isPaid } from '#lib/plans/bundles.ts';
import { everyPeriod } from '#lib/plans/words.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { claimOnce } from '../../../kernel/idempotency.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { PaidType } from '../../../kernel/subscription-dates.ts';
import { loadContact } from './effects.ts';
import { loadOffer, priceColumns } from './offer.ts';
import { type SubscriptionRow, changeSubscription, currentStatus } from './slots.ts';
import { comingTerms, lockOwn, refuseUnderWay } from './terms.ts';
import { notify } from '../../people/notifications/notify.ts';
import { subscriptionView } from './presenters.ts';

/** Accepts the creator's current price for future periods. The paid period isn't affected. */
export async function acceptPrice(ctx: UserCtx, input: { id: string; price: Cents }): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, input);
    const { type, price } = comingTerms(row);
    if (!isPaid(type)) throw conflict('A free subscription has no price.');
    const status = currentStatus(row, now(tx));
    if (status === 'over') throw conflict('This subscription has ended. Subscribe again to continue.');
    const { prices } = await loadOffer(tx, row.performerId);
    if (prices[type] !== input.price)
      throw conflict('The price has changed again. Review it before you accept.');
    if (price === input.price) return subscriptionView(tx, row);
    await refuseUnderWay(tx, row);
    // If it equals the current price and plan, no change is pending.
    return subscriptionView(
      tx,
      await changeSubscription(tx, row, {
        nextPrice: type === row.type && input.price === row.price ? null : input.price,
      }),
    );
  });
}

/** A delay, so that a creator who corrects a new price immediately doesn't cause two notices. */
const settleMs = 10 * 60_000;
const batch = 200;

/**
 * Queues notices to subscribers who pay a different price, in the transaction of the change. Returns the
 * previous prices.
 */
export async function priceChanging(
  tx: Ctx,
  performerId: string,
  change: Partial<ChosenPrices>,
): Promise<ChosenPrices> {
  const [old] = await tx.db
    .select(priceColumns)
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('update');
  if (!old) throw notFound();
  const { monthly = old.monthly, yearly = old.yearly } = change;
  const { quarterlyPercent = old.quarterlyPercent, semiannualPercent = old.semiannualPercent } = change;
  const [before, after] = [
    calculatePlanPrices(old),
    calculatePlanPrices({ monthly, yearly, quarterlyPercent, semiannualPercent }),
  ];
  for (const type of PaidPlan.options) {
    const price = after[type];
    // A first price has no existing subscribers, and those of a plan no longer offered keep theirs.
    if (price === null || before[type] === null || price === before[type]) continue;
    const payload = { performerId, type, price, changeId: tx.ports.ids(), after: null };
    await enqueue(tx, {
      kind: 'price-changed',
      payload,
      runAt: new Date(now(tx).getTime() + settleMs),
      dedupeKey: `price:${performerId}:${type}:${price}`,
    });
  }
  return old;
}

type Change = JobPayloads['price-changed'];

/**
 * Claims a batch, so that its notices are sent once even if it is repeated after a crash. Returns whether
 * this call got it.
 */
async function claim(tx: Ctx, { performerId, changeId, after }: Change): Promise<boolean> {
  const key = `price-changed:${changeId}:${after ?? ''}`;
  return claimOnce(tx, { account: performerId, key });
}

async function notifySubscriber(
  tx: Ctx,
  row: SubscriptionRow,
  { type, price }: { type: PaidType; price: Cents },
): Promise<void> {
  const creator = await loadContact(tx, row.performerId);
  const { currency } = await tx.settings.all();
  const [asked, yours] = [formatMoney(price, currency), formatMoney(comingTerms(row).price, currency)];
  await notify(tx, {
    to: row.userId,
    type: 'subscription-price',
    text: `${creator.name} now asks ${asked}${everyPeriod[type]}. You’ll keep paying ${yours} until you accept the new price.`,
    href: routes.subscriptions,
    letter: {
      subject: `${creator.name} changed their price`,
      lines: [
        `${creator.name} now asks ${asked}${everyPeriod[type]}.`,
        `You subscribed at ${yours}, and you keep that price. Nothing changes on ${formatUtcDay(row.periodEnd)} or later unless you accept the new one.`,
        `See the new price: ${tx.config.publicUrl}${routes.subscriptions}`,
      ],
    },
  });
}

/**
 * The job that notifies one batch of subscribers of a new price and queues the next. If the price has changed
 * again, the later change's job takes over.
 */
export async function notifyPriceChange(ctx: Ctx, change: Change): Promise<void> {
  const { performerId, type, price, after } = change;
  await transaction(ctx, async (tx) => {
    if (!(await claim(tx, change))) return;
    const [present] = await tx.db
      .select(priceColumns)
      .from(performers)
      .where(eq(performers.accountId, performerId));
    if (!present || calculatePlanPrices(present)[type] !== price) return;
    const renewing = and(
      eq(subscriptions.performerId, performerId),
      inArray(subscriptions.state, ['active', 'past_due']),
      sql`coalesce(${subscriptions.nextType}, ${subscriptions.type}) = ${type}`,
    );
    const others = sql`coalesce(${subscriptions.nextPrice}, ${subscriptions.price}) <> ${price}`;
    const rows = await tx.db
      .select()
      .from(subscriptions)
      .where(and(renewing, others, after === null ? undefined : gt(subscriptions.id, after)))
      .orderBy(asc(subscriptions.id))
      .limit(batch);
    for (const row of rows) await notifySubscriber(tx, row, { type, price });
    const last = rows.length === batch ? rows.at(-1) : undefined;
    if (last) await enqueue(tx, { kind: 'price-changed', payload: { ...change, after: last.id } });
  });
}
