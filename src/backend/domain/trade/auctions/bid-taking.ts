import type { Tokens } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Bid, BidNews } from '#contract/trade/auctions.ts';
import { formatTokens } from '#lib/format.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { bids } from '../../../db/schema/auctions.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { Step } from './automatic-bids.ts';
import { holdTokens, releaseTokens } from './bid-holds.ts';
import { writeLead } from './bids-query.ts';
import { type AuctionRow, maskedFor, minimumBid, reserveMet } from './rules.ts';
import { tokensToMoney } from '../../base/ledger/postings.ts';
import { notify } from '../../people/notifications/notify.ts';
import { checkSpendCaps } from '../../money/wallet/spend-cap-check.ts';

interface Bidder {
  readonly id: string;
  readonly username: string | null;
  readonly maximum: Tokens | null;
}
/** Whoever led before. */
export interface Leader extends Bidder {
  /** Their wallet or spending limits cover less than their maximum: the most that they cover, else null. */
  readonly covered: Tokens | null;
}

/** What a bid comes to: one bid, or two if it met a maximum. */
interface Taking {
  /** As it was before. */
  readonly auction: AuctionRow;
  /** The viewer. */
  readonly bidder: Bidder;
  /** Null before the first bid; the bidder themselves if they raise their own. */
  readonly leader: Leader | null;
  readonly steps: readonly Step[];
  readonly time: Date;
  readonly endsAt: Date;
}

/** A bid with whose it is, before it is masked for anyone. */
export interface WrittenBid {
  readonly id: string;
  readonly seq: number;
  readonly amount: Tokens;
  readonly isAutomatic: boolean;
  readonly createdAt: Date;
  readonly bidder: Bidder;
}

const stepBidder = ({ bidder, leader }: Taking, { by }: Step): Bidder =>
  (by === 'leader' && leader) || bidder;

/** The bid that leads, and its bidder; null before the first. Read it under the auction's lock. */
export async function leadingBid(tx: Ctx, auctionId: string): Promise<WrittenBid | null> {
  const [found] = await tx.db
    .select({ bid: bids, username: accounts.username })
    .from(bids)
    .innerJoin(accounts, eq(accounts.id, bids.bidderId))
    .where(and(eq(bids.auctionId, auctionId), eq(bids.result, 'leading')));
  if (!found) return null;
  const { id, seq, amount, isAutomatic, createdAt, bidderId, maximum } = found.bid;
  return {
    id,
    seq,
    amount,
    isAutomatic,
    createdAt,
    bidder: { id: bidderId, username: found.username, maximum },
  };
}

const holdText = ({ auction: { title }, leader }: Taking, { id }: Bidder, { isAutomatic }: Step): string =>
  isAutomatic ? `Automatic bid on “${title}”` : `${leader?.id === id ? 'Raised bid' : 'Bid'} on “${title}”`;

/**
 * Puts each bid on hold, of a higher one of the same account only the difference, and releases what no longer
 * leads. Returns the viewer's remaining balance.
 * @throws AppError 402 with `missing`.
 */
async function moveHolds(tx: UserCtx, taking: Taking): Promise<number> {
  const { auction, leader, steps } = taking;
  const about = { performerId: auction.performerId, auctionId: auction.id };
  const held = new Map<string, Tokens>(leader ? [[leader.id, auction.currentPrice ?? 0]] : []);
  const balances = new Map<string, number>();
  let ahead = '';
  for (const step of steps) {
    const owner = stepBidder(taking, step);
    ahead = owner.id;
    const tokens = step.amount - (held.get(ahead) ?? 0);
    const description = holdText(taking, owner, step);
    balances.set(ahead, await holdTokens(tx, { ...about, accountId: ahead, tokens, description }));
    held.set(ahead, step.amount);
  }
  held.delete(ahead);
  for (const [accountId, tokens] of held) {
    const description = `Outbid on “${auction.title}”`;
    balances.set(accountId, await releaseTokens(tx, { ...about, accountId, tokens, description }));
  }
  return balances.get(tx.viewer.id) ?? 0;
}

/** Held tokens count toward spend caps; raising one's own bid counts only the difference. */
async function checkCaps(tx: UserCtx, { auction, leader }: Taking, amount: Tokens): Promise<void> {
  const { tokenRate } = await tx.settings.all();
  const before = leader?.id === tx.viewer.id ? (auction.currentPrice ?? 0) : 0;
  await checkSpendCaps(tx, {
    performerId: auction.performerId,
    cents: tokensToMoney(amount, tokenRate) - tokensToMoney(before, tokenRate),
    isWritten: true,
  });
}

/** @throws AppError 409 `spend_cap`. */
async function writeBids(tx: UserCtx, taking: Taking): Promise<WrittenBid[]> {
  const { auction, steps, time, endsAt } = taking;
  const written: WrittenBid[] = [];
  for (const step of steps) {
    const { by, amount, isAutomatic } = step;
    const owner = stepBidder(taking, step);
    const bid = {
      id: tx.ports.ids(),
      seq: auction.bidCount + written.length + 1,
      amount,
      isAutomatic,
      createdAt: time,
      bidder: owner,
    };
    await writeLead(tx.db, {
      id: bid.id,
      auction: auction.id,
      bidder: owner.id,
      seq: bid.seq,
      amount,
      maximum: owner.maximum,
      automatic: isAutomatic,
      at: time.toISOString(),
      ends: endsAt.toISOString(),
    });
    // While it leads, because that is what counts.
    if (by === 'bidder') await checkCaps(tx, taking, amount);
    written.push(bid);
  }
  return written;
}

/** Why a maximum that was high enough didn't keep its lead, if so. */
const shortText = ({ covered, maximum }: Leader, price: Tokens): string =>
  covered !== null && maximum !== null && maximum >= price
    ? ` Your wallet or spending limit didn’t cover your maximum of ${formatTokens(maximum)}.`
    : '';

/** Tells whoever led before that they were outbid, or that they lead with all that they have. */
async function notifyLeader(tx: UserCtx, { auction, steps }: Taking, leader: Leader): Promise<void> {
  const { id, title } = auction;
  const [last, own] = steps.toReversed();
  if (!last) return;
  const [to, href, price] = [leader.id, routes.auction(id), formatTokens(last.amount)];
  if (last.by === 'bidder') {
    const led = formatTokens(own?.amount ?? auction.currentPrice ?? 0);
    const text = `You were outbid on “${title}”: ${price}.${shortText(leader, last.amount)} Your ${led} are back in your wallet.`;
    return notify(tx, { to, type: 'outbid', text, href, group: { key: `outbid:${id}` } });
  }
  if (last.amount !== leader.covered) return;
  const text = `You’re the highest bidder on “${title}” with ${price}. Your wallet or spending limit doesn’t cover more of your maximum of ${formatTokens(leader.maximum ?? 0)}.`;
  return notify(tx, { to, type: 'auction', text, href });
}

export const bidView = (
  viewerId: string | null,
  { id, seq, amount, isAutomatic, createdAt, bidder: owner }: WrittenBid,
  result: Bid['result'],
): Bid => ({
  _id: id,
  seq,
  amount,
  bidder: maskedFor(viewerId, owner),
  isAutomatic,
  result,
  createdAt: createdAt.toISOString(),
});

/** The state that bids lead to, as one account may know it; null for everyone watching. */
export function newsFor(
  viewerId: string | null,
  { auction, lead, beaten }: { auction: AuctionRow; lead: WrittenBid; beaten?: WrittenBid | undefined },
  time: Date,
): BidNews {
  return {
    auctionId: auction.id,
    bidId: lead.id,
    amount: lead.amount,
    minimumBid: minimumBid(auction),
    bidCount: lead.seq,
    reserveMet: reserveMet(auction),
    leader: maskedFor(viewerId, lead.bidder),
    isAutomatic: lead.isAutomatic,
    maximum: lead.bidder.id === viewerId ? lead.bidder.maximum : null,
    beaten: beaten ? bidView(viewerId, beaten, 'outbid') : null,
    endsAt: auction.effectiveEndAt.toISOString(),
    serverTime: time.toISOString(),
  };
}

/** What a bid came to. */
export interface Taken {
  readonly news: BidNews;
  /** The viewer's bid, whether it leads or not. */
  readonly bid: Bid;
  readonly balance: number;
}

/**
 * Moves the holds, records the bids and tells everyone, the people concerned first: otherwise their own tabs
 * would briefly show that someone had outbid them.
 * @throws AppError 402 with `missing`, 409 `spend_cap`.
 */
export async function takeBids(tx: UserCtx, taking: Taking): Promise<Taken> {
  const me = tx.viewer.id;
  const balance = await moveHolds(tx, taking);
  const written = await writeBids(tx, taking);
  const { leader } = taking;
  if (leader && leader.id !== me) await notifyLeader(tx, taking, leader);
  const [lead, beaten] = written.toReversed() as [WrittenBid, WrittenBid?];
  const auction = { ...taking.auction, currentPrice: lead.amount, effectiveEndAt: taking.endsAt };
  const news = (viewerId: string | null) => newsFor(viewerId, { auction, lead, beaten }, taking.time);
  for (const { id } of new Map(written.map(({ bidder: owner }) => [owner.id, owner])).values())
    tx.emit(rooms.account(id), 'auction/bid', news(id));
  tx.emit(rooms.auction(auction.id), 'auction/bid', news(null));
  const own = beaten?.bidder.id === me ? beaten : lead;
  return { bid: bidView(me, own, own === lead ? 'leading' : 'outbid'), news: news(me), balance };
}
