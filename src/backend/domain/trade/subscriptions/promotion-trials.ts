import { and, eq, ne } from 'drizzle-orm';
import type { Trial } from '#contract/trade/promotions.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { formatDay } from '#lib/format-time.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { promotions, promotionUses } from '../../../db/schema/promotions.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo, subscribesTo } from '../../base/access/access.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { reservePromotion } from './promotion-uses.ts';
import { type PromotionRow, promotionState, remainingUses } from './promotion-presenters.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { announceSubscriber, endIfOver } from './effects.ts';
import { changeSubscription, currentStatus, lockSlot } from './slots.ts';
import { subscriptionView } from './presenters.ts';

interface Link {
  readonly row: PromotionRow;
  readonly days: number;
  readonly subscribes: boolean;
}

/**
 * A trial link by its code.
 * @throws AppError 404, also when the viewer can't see the creator.
 */
async function findLink(ctx: Ctx, code: string): Promise<Link> {
  const [row] = await ctx.db
    .select()
    .from(promotions)
    .where(and(eq(promotions.code, code), eq(promotions.kind, 'trial')));
  if (!row || row.days === null) throw notFound();
  const facts = await loadAccessFacts(ctx, { ownerIds: [row.performerId] });
  if (!isOpenTo(facts, row.performerId)) throw notFound();
  return { row, days: row.days, subscribes: subscribesTo(facts, row.performerId) };
}

/** Whether the fan has ever used one of the creator's trials; each fan gets one. */
async function hadTrial(ctx: UserCtx, performerId: string): Promise<boolean> {
  const [used] = await ctx.db
    .select({ id: promotionUses.id })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.id, promotionUses.promotionId))
    .where(
      and(
        eq(promotionUses.accountId, ctx.viewer.id),
        ne(promotionUses.state, 'released'),
        eq(promotions.performerId, performerId),
        eq(promotions.kind, 'trial'),
      ),
    )
    .limit(1);
  return used !== undefined;
}

async function findTrialRefusal(ctx: UserCtx, { row, subscribes }: Link): Promise<Trial['refusal']> {
  if (row.performerId === ctx.viewer.id) return 'own';
  if (subscribes) return 'subscribed';
  return (await hadTrial(ctx, row.performerId)) ? 'had' : null;
}

/** What a trial link offers, and whether the viewer can use it. */
export async function viewTrial(ctx: Ctx, code: string): Promise<Trial> {
  const link = await findLink(ctx, code);
  const { row, days } = link;
  const performer = (await performerCards(ctx, [row.performerId])).get(row.performerId);
  if (!performer) throw notFound();
  return {
    code,
    days,
    message: row.message,
    state: promotionState(row, now(ctx)),
    left: remainingUses(row),
    endsAt: row.endsAt?.toISOString() ?? null,
    performer,
    refusal: ctx.viewer ? await findTrialRefusal(ctx as UserCtx, link) : null,
  };
}

/**
 * Starts a trial: a free subscription that ends by itself and never charges, for those who aren't subscribed.
 * Locks the pair's row, then the promotion's, in the same order as a payment.
 */
export function takeTrial(ctx: UserCtx, code: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { row: link, days } = await findLink(tx, code);
    const { performerId } = link;
    if (performerId === tx.viewer.id) throw invalid('code', 'This is your own trial link.');
    const pair = { userId: tx.viewer.id, performerId };
    const locked = await lockSlot(tx, pair);
    const row = (await endIfOver(tx, locked)) ? await lockSlot(tx, pair) : locked;
    if (currentStatus(row, now(tx)) !== 'incomplete')
      throw conflict(`You’re already subscribed, until ${formatDay(row.periodEnd.toISOString())}.`);
    if (await hadTrial(tx, performerId))
      throw conflict('You’ve already used your free trial with this creator.');
    if (promotionState(link, now(tx)) !== 'running') throw conflict('This link is no longer valid.');
    await reservePromotion(tx, {
      promotionId: link.id,
      accountId: tx.viewer.id,
      subscriptionId: row.id,
      paymentId: null,
    });
    const time = now(tx);
    const started = await changeSubscription(tx, row, {
      type: 'free',
      state: 'active',
      price: 0,
      cardId: null,
      startedAt: time,
      billingAnchor: time,
      periodEnd: addDays(time, days),
      promotionId: link.id,
    });
    await announceSubscriber(tx, started);
    return subscriptionView(tx, started);
  });
}
