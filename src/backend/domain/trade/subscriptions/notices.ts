import { isolated } from '#config/line-text.ts';
import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { cardEndsBefore, cardText } from '#lib/card-text.ts';
import { formatMoney } from '#lib/format.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { planAdjectives, planNames } from '#lib/plans/words.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import type { CardRow } from '../../money/payments/payment-methods.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { loadContact } from './effects.ts';
import { mayRenew } from './renewal-rules.ts';
import { type SubscriptionRow, changeSubscription, lockSubscription } from './slots.ts';
import { comingTerms, renewalCard } from './terms.ts';
import { notify } from '../../people/notifications/notify.ts';
import { eachSubscription } from './walk.ts';

/** Which card will be charged, and any problem with it. */
function aboutCard(row: SubscriptionRow, card: CardRow | null): string {
  if (!card) return 'You no longer have a card to charge. Add one, or your subscription will end.';
  const pays = `It will be charged to your ${cardText(card)}.`;
  if (cardEndsBefore(card, row.periodEnd))
    return `${pays} That card expires before then. Choose another one, or the payment will fail.`;
  return card.id === row.cardId ? pays : `${pays} The card used before was removed.`;
}

interface NoticeText {
  readonly subject: string;
  readonly lines: readonly string[];
}

async function renewalText(tx: Ctx, row: SubscriptionRow, name: string): Promise<NoticeText> {
  const { currency } = await tx.settings.all();
  const { type, price } = comingTerms(row);
  const [day, amount] = [formatUtcDay(row.periodEnd), formatMoney(price, currency)];
  const plan =
    type === row.type
      ? `Your ${planAdjectives[type]} subscription to ${isolated(name)} renews on ${day} for ${amount}.`
      : `Your subscription to ${isolated(name)} renews on ${day}. From then on, it’s ${planNames[type]} for ${amount}.`;
  const accepted =
    row.nextPrice !== null && type === row.type
      ? [`This is the price you accepted. Until then, you pay ${formatMoney(row.price, currency)}.`]
      : [];
  return {
    subject: `Your subscription to ${isolated(name)} renews on ${day}`,
    lines: [
      plan,
      ...accepted,
      aboutCard(row, await renewalCard(tx, row)),
      `To cancel or change your plan before then: ${tx.config.publicUrl}${routes.subscriptions}`,
    ],
  };
}

function endText(
  tx: Ctx,
  row: SubscriptionRow,
  creator: { name: string; username: string | null },
): NoticeText {
  const day = formatUtcDay(row.periodEnd);
  return {
    subject: `Your ${planAdjectives[row.type]} subscription to ${isolated(creator.name)} ends on ${day}`,
    lines: [
      `Your ${planAdjectives[row.type]} subscription to ${isolated(creator.name)} ends automatically on ${day}. You won’t be charged.`,
      `To keep access after that, subscribe monthly or yearly: ${tx.config.publicUrl}${routes.profile(creator.username ?? row.performerId)}`,
    ],
  };
}

/**
 * Emails the fan once about the end of the current period: what is charged, when, to which card, and how to
 * cancel; for a free one, that it ends. Takes a locked row.
 */
export async function announceRenewal(tx: Ctx, row: SubscriptionRow): Promise<void> {
  if (row.renewalNoticePeriodEnd?.getTime() === row.periodEnd.getTime()) return;
  await changeSubscription(tx, row, { renewalNoticePeriodEnd: row.periodEnd });
  const creator = await loadContact(tx, row.performerId);
  const letter = !isPaid(row.type) ? endText(tx, row, creator) : await renewalText(tx, row, creator.name);
  await notify(tx, {
    to: row.userId,
    type: 'subscription-renewal',
    text: `${letter.subject}.`,
    href: routes.subscriptions,
    letter,
  });
}

/** Checks again under the lock, because it may have been canceled, renewed, or announced since. */
async function announceOne(tx: Ctx, id: string): Promise<void> {
  const row = await lockSubscription(tx, id);
  if (row?.state !== 'active' || row.periodEnd <= now(tx)) return;
  if (!isPaid(row.type) || (await mayRenew(tx, row))) await announceRenewal(tx, row);
}

/** The job that announces, once each, periods ending in the coming days. */
export async function announceRenewals(ctx: Ctx): Promise<void> {
  const { renewalNoticeDays } = await ctx.settings.all();
  const time = now(ctx);
  const notAnnounced = or(
    isNull(subscriptions.renewalNoticePeriodEnd),
    ne(subscriptions.renewalNoticePeriodEnd, subscriptions.periodEnd),
  );
  const soon = and(
    eq(subscriptions.state, 'active'),
    gt(subscriptions.periodEnd, time),
    lte(subscriptions.periodEnd, addDays(time, renewalNoticeDays)),
    notAnnounced,
  );
  await eachSubscription(ctx, soon, (id) => transaction(ctx, (tx) => announceOne(tx, id)));
}
