import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { auctions, bids } from '../../../db/schema/auctions.ts';
import { rooms } from '../../../kernel/hub.ts';
import { notify } from '../../people/notifications/notify.ts';
import { releaseTokens } from './bid-holds.ts';
import { armEnd } from './mutations.ts';
import { type AuctionRow, isOpen } from './rules.ts';

type State = AuctionRow['state'];

async function lockAuction(tx: Ctx, id: string): Promise<AuctionRow | null> {
  const [row] = await tx.db.select().from(auctions).where(eq(auctions.id, id)).for('update');
  return row ?? null;
}

/** Returns the tokens on hold for the highest bid. */
async function returnBid(
  tx: Ctx,
  { id, performerId, title, leaderId, currentPrice }: AuctionRow,
): Promise<void> {
  if (leaderId === null || currentPrice === null) return;
  await releaseTokens(tx, {
    accountId: leaderId,
    performerId,
    auctionId: id,
    tokens: currentPrice,
    description: `Auction canceled: “${title}”`,
  });
  await notify(tx, {
    to: leaderId,
    type: 'auction',
    text: `“${title}” was canceled. Your ${formatTokens(currentPrice)} are back in your wallet.`,
    href: routes.wallet,
  });
}

/**
 * Cancels an auction for an operator and returns the bids. What was sold stays sold: the order goes on. Returns the
 * state it was in; null when it doesn't exist.
 */
export async function takeDownAuction(tx: Ctx, id: string): Promise<State | null> {
  const auction = await lockAuction(tx, id);
  if (!auction || auction.state === 'cancelled') return auction?.state ?? null;
  const people = new Set([auction.performerId]);
  if (isOpen(auction)) {
    await returnBid(tx, auction);
    const lost = await tx.db
      .update(bids)
      .set({ result: 'lost' })
      .where(eq(bids.auctionId, id))
      .returning({ bidderId: bids.bidderId });
    for (const { bidderId } of lost) people.add(bidderId);
  }
  await tx.db
    .update(auctions)
    .set({ state: 'cancelled', updatedAt: now(tx) })
    .where(eq(auctions.id, id));
  for (const room of [rooms.auction(id), ...[...people].map(rooms.account)])
    tx.emit(room, 'auction/ended', { auctionId: id });
  return auction.state;
}

/** Undoes `takeDownAuction`. One whose bids were returned, or whose time is over, stays canceled. */
export async function putBackAuction(tx: Ctx, id: string, to: State): Promise<boolean> {
  const auction = await lockAuction(tx, id);
  if (auction?.state !== 'cancelled' || to === 'cancelled') return false;
  const isRunning = isOpen({ state: to });
  if (isRunning && (auction.bidCount > 0 || auction.effectiveEndAt <= now(tx))) return false;
  await tx.db
    .update(auctions)
    .set({ state: to, updatedAt: now(tx) })
    .where(eq(auctions.id, id));
  if (isRunning) await armEnd(tx, auction);
  return true;
}
