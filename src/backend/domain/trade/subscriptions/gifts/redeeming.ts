import { eq } from 'drizzle-orm';
import type { OfferedGift } from '#contract/trade/gifts.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { gifts } from '../../../../db/schema/promotions.ts';
import { conflict, invalid, notFound } from '../../../../kernel/errors.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { addMonths, monthsLater } from '../../../../kernel/subscription-dates.ts';
import { loadAccessFacts, isOpenTo } from '../../../base/access/access.ts';
import { blockedWith } from '../../../base/access/block-rules.ts';
import { performerCards } from '../../../people/accounts/profile-cards.ts';
import { post } from '../../../base/ledger/ledger.ts';
import { giftSalePostings } from '../../../base/ledger/postings.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { announceSubscriber, endIfOver, loadContact } from '../effects.ts';
import { subscriptionView } from '../presenters.ts';
import { type SubscriptionRow, changeSubscription, currentStatus, lockSlot, openSlot } from '../slots.ts';
import { supersede } from '../terms.ts';
import type { GiftRow } from './buying.ts';

/** Codes can't be guessed; this keeps anyone from trying. */
const misses = { max: 30, seconds: 3600 };

/**
 * The gift of a link.
 * @throws AppError 404, also when the viewer can't see the creator or the giver and they have blocked each other.
 */
async function findGift(ctx: Ctx, code: string): Promise<GiftRow> {
  const [row] = await ctx.db.select().from(gifts).where(eq(gifts.code, code));
  if (!row) {
    await limitRate(ctx, `gift-link:${ctx.viewer?.id ?? ctx.request.ip}`, misses);
    throw notFound();
  }
  const facts = await loadAccessFacts(ctx, { ownerIds: [row.performerId] });
  if (!isOpenTo(facts, row.performerId)) throw notFound();
  if (ctx.viewer && (await blockedWith(ctx, ctx.viewer.id)).includes(row.giverId)) throw notFound();
  return row;
}

/** What a gift link gives, and what that means for the viewer. */
export async function viewGift(ctx: Ctx, code: string): Promise<OfferedGift> {
  const row = await findGift(ctx, code);
  const performer = (await performerCards(ctx, [row.performerId])).get(row.performerId);
  if (!performer) throw notFound();
  const slot = ctx.viewer
    ? await openSlot(ctx, { userId: ctx.viewer.id, performerId: row.performerId })
    : null;
  return {
    code,
    performer,
    giver: (await loadContact(ctx, row.giverId)).name,
    months: row.months as OfferedGift['months'],
    message: row.message,
    state: row.state,
    expiresAt: row.expiresAt.toISOString(),
    isMine: ctx.viewer !== null && row.redeemedBy === ctx.viewer.id,
    isOwn: ctx.viewer?.id === row.performerId,
    subscribedUntil: slot && currentStatus(slot, now(ctx)) === 'live' ? slot.periodEnd.toISOString() : null,
  };
}

/** When the time of someone who redeems now ends, and what its months are counted from. */
function lengthened(
  row: SubscriptionRow,
  months: number,
  time: Date,
): { billingAnchor: Date; periodEnd: Date } {
  const isLive = currentStatus(row, time) === 'live';
  if (isLive && row.type !== 'free') {
    const anchor = row.billingAnchor ?? row.startedAt;
    return { billingAnchor: anchor, periodEnd: monthsLater({ anchor, periodEnd: row.periodEnd }, months) };
  }
  // A free subscription has days, not months, so the gift's months are counted from its end.
  const billingAnchor = isLive ? row.periodEnd : time;
  return { billingAnchor, periodEnd: addMonths(billingAnchor, months) };
}

/**
 * Gives the months: as a subscription that ends by itself, or after the time that a subscriber already has. One
 * that renews then renews later; an overdue one has access again and nothing due.
 */
async function addGift(tx: Ctx, row: SubscriptionRow, months: number): Promise<SubscriptionRow> {
  const time = now(tx);
  const period = { ...lengthened(row, months, time), retries: 0, nextAttemptAt: null };
  if (row.state === 'incomplete' || !isPaid(row.type))
    return changeSubscription(tx, row, {
      ...period,
      type: 'gift',
      state: 'active',
      price: 0,
      cardId: null,
      cancelledAt: null,
      cancelReason: null,
      ...(row.state === 'incomplete' ? { startedAt: time } : {}),
    });
  const state = row.state === 'past_due' ? 'active' : row.state;
  return changeSubscription(tx, row, { ...period, state, giftMonths: row.giftMonths + months });
}

/** @throws AppError 409 */
function refuseUsed({ state, expiresAt }: GiftRow, time: Date): void {
  if (state === 'redeemed') throw conflict('This gift has already been redeemed.');
  if (state === 'refunded' || expiresAt <= time)
    throw conflict('This gift is no longer valid. The payment was returned to the buyer.');
}

async function notifyGiver(tx: UserCtx, gift: GiftRow): Promise<void> {
  if (gift.giverId === tx.viewer.id) return;
  const creator = await loadContact(tx, gift.performerId);
  await notify(tx, {
    to: gift.giverId,
    type: 'gift',
    actor: { id: tx.viewer.id, name: tx.viewer.name },
    text: `${tx.viewer.name} redeemed your gift: ${plural(gift.months, 'month')} of ${creator.name}.`,
    href: routes.gifts,
  });
}

/**
 * Redeems a gift, once and without a card. Locks the pair's subscription, then the gift, so that of many attempts
 * one gets it. Whoever redeemed it gets the same reply again.
 */
export function redeemGift(ctx: UserCtx, code: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { performerId, id } = await findGift(tx, code);
    if (performerId === tx.viewer.id) throw invalid('code', 'You can’t subscribe to yourself.');
    const pair = { userId: tx.viewer.id, performerId };
    const locked = await lockSlot(tx, pair);
    const row = (await endIfOver(tx, locked)) ? await lockSlot(tx, pair) : locked;
    const [gift] = await tx.db.select().from(gifts).where(eq(gifts.id, id)).for('update');
    if (!gift) throw notFound();
    if (gift.redeemedBy === tx.viewer.id && gift.subscriptionId === row.id) return subscriptionView(tx, row);
    refuseUsed(gift, now(tx));
    await supersede(tx, row, 'You redeemed a gift, so you weren’t charged.');
    const { commissionBps } = await tx.settings.all();
    const creator = await loadContact(tx, performerId);
    const sale = await post(tx, {
      kind: 'subscription',
      subject: 'subscription',
      subjectId: row.id,
      actorId: gift.giverId,
      performerId,
      description: `Gift of ${plural(gift.months, 'month')} of ${creator.name}`,
      postings: giftSalePostings({ performerId, amount: gift.price, commissionBps }),
    });
    const changed = await addGift(tx, row, gift.months);
    await tx.db
      .update(gifts)
      .set({
        state: 'redeemed',
        saleId: sale.transactionId,
        redeemedBy: tx.viewer.id,
        redeemedAt: now(tx),
        subscriptionId: row.id,
        updatedAt: now(tx),
      })
      .where(eq(gifts.id, id));
    if (row.state === 'incomplete') await announceSubscriber(tx, changed);
    await notifyGiver(tx, gift);
    return subscriptionView(tx, changed);
  });
}
