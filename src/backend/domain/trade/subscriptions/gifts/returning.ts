import { and, asc, count, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import type { Gift } from '#contract/trade/gifts.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accountDeletions } from '../../../../db/schema/accounts.ts';
import { gifts } from '../../../../db/schema/promotions.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { addMonths } from '../../../../kernel/subscription-dates.ts';
import { changeSubscription, endSubscription, lockSubscription } from '../slots.ts';
import { type GiftRow, giftView } from './buying.ts';

/** Returns a payment to its card; payments come after this area. */
type Refund = (tx: Ctx, transactionId: string, reason: string) => Promise<unknown>;

const lockGift = async (tx: Ctx, id: string): Promise<GiftRow | null> =>
  (await tx.db.select().from(gifts).where(eq(gifts.id, id)).for('update'))[0] ?? null;

async function markRefunded(tx: Ctx, id: string): Promise<GiftRow> {
  const [row] = await tx.db
    .update(gifts)
    .set({ state: 'refunded', updatedAt: now(tx) })
    .where(eq(gifts.id, id))
    .returning();
  if (!row) throw notFound();
  return row;
}

/** Takes the months of a redeemed gift back: the rest of them, if some have passed. */
async function takeMonths(tx: Ctx, { subscriptionId, months }: GiftRow): Promise<void> {
  const row = subscriptionId ? await lockSubscription(tx, subscriptionId) : null;
  if (!row || row.state === 'expired') return;
  const periodEnd = addMonths(row.periodEnd, -months);
  if (periodEnd <= now(tx)) await endSubscription(tx, row);
  else await changeSubscription(tx, row, { periodEnd, giftMonths: Math.max(0, row.giftMonths - months) });
}

/**
 * What follows when the payment of a gift is returned, for whatever reason: it can't be redeemed, or what it gave
 * ends. Returns the sale to reverse, if it was redeemed.
 */
export async function giftReturned(tx: Ctx, id: string): Promise<string | null> {
  const gift = await lockGift(tx, id);
  if (!gift || gift.state === 'refunded') return null;
  await markRefunded(tx, id);
  if (gift.state !== 'redeemed') return null;
  await takeMonths(tx, gift);
  return gift.saleId;
}

/**
 * The giver takes back a gift that nobody has redeemed; the payment is refunded. Repeating it changes nothing.
 * @throws AppError 404, 409 when it was redeemed.
 */
export function takeGiftBack(ctx: UserCtx, id: string, refund: Refund): Promise<Gift> {
  return transaction(ctx, async (tx) => {
    const gift = await lockGift(tx, id);
    if (!gift || gift.giverId !== tx.viewer.id) throw notFound();
    if (gift.state === 'redeemed') throw conflict('This gift has already been redeemed.');
    if (gift.state === 'refunded') return giftView(tx, gift);
    const row = await markRefunded(tx, id);
    await refund(tx, gift.paidId, 'You canceled the gift.');
    return giftView(tx, row);
  });
}

const batch = 100;

/** Creators whose deletion has begun: nobody can redeem their gifts anymore. */
const goneCreators = (ctx: Ctx) =>
  ctx.db
    .select({ id: accountDeletions.accountId })
    .from(accountDeletions)
    .where(isNotNull(accountDeletions.begunAt));

/** How many gifts to a creator nobody has redeemed yet; they are refunded when the creator's account goes. */
export async function countOpenGifts(ctx: Ctx, performerId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ open: count() })
    .from(gifts)
    .where(and(eq(gifts.performerId, performerId), eq(gifts.state, 'open')));
  return row?.open ?? 0;
}

/**
 * The job that refunds gifts that nobody redeemed in time, or whose creator deleted their account, each in a
 * transaction of its own.
 */
export async function refundUnusedGifts(ctx: Ctx, refund: Refund): Promise<void> {
  const isOver = or(lte(gifts.expiresAt, now(ctx)), inArray(gifts.performerId, goneCreators(ctx)));
  const rows = await ctx.db
    .select({ id: gifts.id })
    .from(gifts)
    .where(and(eq(gifts.state, 'open'), isOver))
    .orderBy(asc(gifts.expiresAt))
    .limit(batch);
  for (const { id } of rows)
    await transaction(ctx, async (tx) => {
      const gift = await lockGift(tx, id);
      // Neither an expiry nor a begun deletion is taken back, so only the gift itself can have changed.
      if (gift?.state !== 'open') return;
      const hasExpired = gift.expiresAt <= now(tx);
      await markRefunded(tx, id);
      await refund(
        tx,
        gift.paidId,
        hasExpired ? 'The gift wasn’t redeemed in time.' : 'The creator closed their account.',
      );
    });
}
