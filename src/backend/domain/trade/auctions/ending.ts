import type { Tokens } from '#lib/units.ts';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctionImages, auctions, bids } from '../../../db/schema/auctions.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type AuctionRow, isOpen, reserveMet } from './rules.ts';
import { armEnd, lockAuction } from './mutations.ts';
import { releaseTokens } from './bid-holds.ts';
import { post } from '../../base/ledger/ledger.ts';
import { spendPostings } from '../../base/ledger/postings.ts';
import { notify } from '../../people/notifications/notify.ts';
import { createOrder } from '../shop/order-creating.ts';

interface Leading {
  readonly leaderId: string;
  readonly price: Tokens;
}
const toLeading = ({ leaderId, currentPrice }: AuctionRow): Leading | null =>
  leaderId === null || currentPrice === null ? null : { leaderId, price: currentPrice };

/** Whether none of the accounts is suspended; a suspended one can neither sell nor buy. */
async function inGoodStanding(tx: Ctx, accountIds: readonly string[]): Promise<boolean> {
  const rows = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...accountIds]), isNull(accounts.suspendedAt)));
  return rows.length === accountIds.length;
}

const notifyAbout = (tx: Ctx, accountId: string, news: { text: string; href: string }) =>
  notify(tx, { to: accountId, type: 'auction', ...news });

const firstImage = async (tx: Ctx, auctionId: string): Promise<string | null> =>
  (
    await tx.db
      .select({ id: auctionImages.fileId })
      .from(auctionImages)
      .where(eq(auctionImages.auctionId, auctionId))
      .orderBy(asc(auctionImages.position))
      .limit(1)
  )[0]?.id ?? null;

/**
 * Pays the winner's held tokens to the creator and the site's commission, and creates the order. The tokens
 * return to the wallet first, so that a later refund goes there as well.
 */
async function sell(tx: Ctx, auction: AuctionRow, { leaderId, price }: Leading): Promise<void> {
  const { id, performerId, title } = auction;
  await releaseTokens(tx, {
    accountId: leaderId,
    performerId,
    auctionId: id,
    tokens: price,
    description: `Bid won: “${title}”`,
  });
  const { tokenRate, commissionBps } = await tx.settings.all();
  const postings = spendPostings({
    accountId: leaderId,
    performerId,
    tokens: price,
    tokenRate,
    commissionBps,
  });
  const posted = await post(tx, {
    kind: 'charge',
    subject: 'auction',
    subjectId: id,
    actorId: leaderId,
    performerId,
    description: `Won at auction: “${title}”`,
    postings,
  });
  tx.emit(rooms.account(leaderId), 'balance/updated', {
    added: -price,
    balance: posted.balanceOf('wallet', leaderId),
  });
  const snapshot = {
    name: title,
    description: auction.description,
    type: 'physical' as const,
    unitPrice: price,
    imageFileId: await firstImage(tx, id),
  };
  const order = await createOrder(tx, {
    source: 'auction',
    auctionId: id,
    buyerId: leaderId,
    sellerId: performerId,
    snapshot,
    fileIds: [],
    quantity: 1,
    subtotal: price,
    shipping: 0,
    address: null,
    transactionId: posted.transactionId,
  });
  await notifyAbout(tx, leaderId, {
    text: `You won “${title}” for ${formatTokens(price)}. Add a delivery address.`,
    href: routes.order(order._id),
  });
}

async function giveBack(
  tx: Ctx,
  { id, performerId, title }: AuctionRow,
  leading: Leading | null,
): Promise<void> {
  await notifyAbout(tx, performerId, { text: `“${title}” ended without a sale.`, href: routes.auction(id) });
  if (!leading) return;
  await releaseTokens(tx, {
    accountId: leading.leaderId,
    performerId,
    auctionId: id,
    tokens: leading.price,
    description: `Not sold: “${title}”`,
  });
  await notifyAbout(tx, leading.leaderId, {
    text: `“${title}” wasn’t sold. Your ${formatTokens(leading.price)} are back in your wallet.`,
    href: routes.auction(id),
  });
}

/** Auctions per run; the next run takes the rest. */
const batch = 500;

/**
 * Queues auctions that are past their end without a result, so that no tokens stay on hold forever because a
 * job gave up or the clock was set back.
 */
export async function queueDueAuctions(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: auctions.id, effectiveEndAt: auctions.effectiveEndAt })
    .from(auctions)
    .where(and(inArray(auctions.state, ['scheduled', 'live']), lte(auctions.effectiveEndAt, now(ctx))))
    .orderBy(asc(auctions.effectiveEndAt))
    .limit(batch);
  for (const auction of due) await armEnd(ctx, auction);
}

/**
 * Ends an auction: sold to the leader, or unsold. If a late bid has moved the end, it reschedules itself.
 * Running it twice is harmless.
 */
export async function endAuction(ctx: Ctx, auctionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const auction = await lockAuction(tx, auctionId);
    if (!isOpen(auction)) return;
    const time = now(tx);
    if (time < auction.effectiveEndAt) return armEnd(tx, auction);
    const leading = toLeading(auction);
    const sold =
      leading !== null &&
      reserveMet(auction) &&
      (await inGoodStanding(tx, [leading.leaderId, auction.performerId]));
    if (sold) await sell(tx, auction, leading);
    else await giveBack(tx, auction, leading);
    const settled = await tx.db
      .update(bids)
      .set({ result: sold ? sql`CASE WHEN result = 'leading' THEN 'won' ELSE 'lost' END` : 'lost' })
      .where(eq(bids.auctionId, auctionId))
      .returning({ bidderId: bids.bidderId });
    await tx.db
      .update(auctions)
      .set({ state: sold ? 'sold' : 'unsold', updatedAt: time })
      .where(eq(auctions.id, auctionId));
    // All bidders are notified, because the auction is in their list of bids whether they watch it or not.
    const people = new Set([auction.performerId, ...settled.map(({ bidderId }) => bidderId)]);
    for (const room of [rooms.auction(auctionId), ...[...people].map(rooms.account)])
      tx.emit(room, 'auction/ended', { auctionId });
  });
}
