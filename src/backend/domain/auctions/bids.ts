import type { Tokens } from '#lib/units.ts';
import { and, eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Bid, BidNews } from '#contract/auctions.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, type UserCtx, now } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { auctions, bids } from '../../db/schema/auctions.ts';
import { statement } from '../../db/statement.ts';
import { AppError, conflict, invalid, notAllowed } from '../../kernel/errors.ts';
import { rooms } from '../../kernel/hub.ts';
import { type AuctionRow, endAfterBid, masked, maskedFor, minimumBid, reserveMet, stateAt } from './rules.ts';
import { mustMeetAuction } from './presenters.ts';
import { lockAuction } from './mutations.ts';
import { holdTokens, lockWallets, releaseTokens } from './bid-holds.ts';
import { once } from '../../kernel/idempotency.ts';
import { cutPage } from '../../kernel/keyset.ts';
import { tokensToMoney } from '../ledger/postings.ts';
import { notify } from '../notifications/notify.ts';
import { checkSpendCaps } from '../wallet/spend-cap-check.ts';

type Input = ParsedInput<'POST /aution-item'>['body'];
type Reply = ReplySource<'POST /aution-item'>;

const amountTooLow = (least: number) =>
  new AppError(409, 'conflict', `Bid at least ${formatTokens(least)}.`, { details: { minimumBid: least } });

/**
 * Refuses an invalid bid, with the most relevant reason first.
 * @throws AppError 409
 */
function refuse(auction: AuctionRow, { amount, seen }: Input, moment: Date): void {
  const state = stateAt(auction, moment);
  if (state === 'scheduled') throw conflict('Bidding hasn’t started yet.');
  if (state !== 'live') throw conflict('This auction has ended.');
  if (seen !== undefined && auction.updatedAt > new Date(seen))
    throw conflict('The creator just changed this auction. Review it before you bid.');
  const least = minimumBid(auction);
  if (amount < least) throw amountTooLow(least);
}

/**
 * Refuses a low bid before waiting for the auction's lock. Once there is a bid, the price only rises, so an
 * amount that is too low stays too low. Everything else is checked under the lock.
 */
function refuseHopeless(auction: AuctionRow, amount: Tokens, moment: Date): void {
  if (auction.bidCount > 0 && stateAt(auction, moment) === 'live' && amount < minimumBid(auction))
    throw amountTooLow(minimumBid(auction));
}

interface Placed {
  readonly auction: AuctionRow;
  readonly amount: Tokens;
  readonly moment: Date;
  readonly endsAt: Date;
}

/**
 * Releases the previous leader's tokens and puts the new bid's on hold. A leader who raises their own bid
 * only adds the difference. Returns the bidder's remaining balance.
 */
async function moveHolds(tx: UserCtx, { auction, amount }: Placed): Promise<number> {
  const { leaderId, currentPrice, performerId, title, id } = auction;
  const me = tx.viewer.id;
  const about = { performerId, auctionId: id };
  const raises = leaderId === me;
  if (leaderId === null || raises) {
    return holdTokens(tx, {
      ...about,
      accountId: me,
      tokens: amount - (raises ? (currentPrice ?? 0) : 0),
      description: raises ? `Raised bid on “${title}”` : `Bid on “${title}”`,
    });
  }
  await lockWallets(tx, [leaderId, me]);
  await releaseTokens(tx, {
    ...about,
    accountId: leaderId,
    tokens: currentPrice ?? 0,
    description: `Outbid on “${title}”`,
  });
  const back = formatTokens(currentPrice ?? 0);
  await notify(tx, {
    to: leaderId,
    type: 'outbid',
    text: `You were outbid on “${title}”: ${formatTokens(amount)}. Your ${back} are back in your wallet.`,
    href: routes.auction(id),
    group: { key: `outbid:${id}` },
  });
  return holdTokens(tx, { ...about, accountId: me, tokens: amount, description: `Bid on “${title}”` });
}

interface Lead extends Record<string, unknown> {
  id: string;
  auction: string;
  bidder: string;
  seq: number;
  amount: Tokens;
  at: string;
  ends: string;
}
const [auctionId, bidder, seqNow, price] = [
  sql`${sql.placeholder('auction')}::uuid`,
  sql`${sql.placeholder('bidder')}::uuid`,
  sql`${sql.placeholder('seq')}::int`,
  sql`${sql.placeholder('amount')}::bigint`,
];

/**
 * Records the bid in one statement, to keep other bidders waiting as briefly as possible. The previous leader
 * is marked as outbid first, because only one bid may lead.
 */
const writeLead = statement<never, Lead>(
  'bid_lead',
  sql`
  WITH beaten AS (UPDATE bids SET result = 'outbid' WHERE auction_id = ${auctionId} AND result = 'leading' RETURNING id),
  led AS (UPDATE auctions SET state = 'live', current_price = ${price}, bid_count = ${seqNow}, leader_id = ${bidder}, effective_end_at = ${sql.placeholder('ends')}::timestamptz WHERE id = ${auctionId})
  INSERT INTO bids (id, auction_id, bidder_id, seq, amount, result, created_at)
  SELECT ${sql.placeholder('id')}::uuid, ${auctionId}, ${bidder}, ${seqNow}, ${price}, 'leading', ${sql.placeholder('at')}::timestamptz FROM (SELECT count(*) FROM beaten) AS counted`,
);

async function writeBid(tx: UserCtx, { auction, amount, moment, endsAt }: Placed): Promise<Bid> {
  const seq = auction.bidCount + 1;
  const id = tx.ports.ids();
  await writeLead(tx.db, {
    id,
    auction: auction.id,
    bidder: tx.viewer.id,
    seq,
    amount,
    at: moment.toISOString(),
    ends: endsAt.toISOString(),
  });
  return {
    _id: id,
    seq,
    amount,
    bidder: maskedFor(tx.viewer.id, tx.viewer),
    result: 'leading',
    createdAt: moment.toISOString(),
  };
}

/** Held tokens count toward spend caps; raising one's own bid counts only the difference. */
async function checkCaps(tx: UserCtx, { auction, amount }: Placed): Promise<void> {
  const { tokenRate } = await tx.settings.all();
  const before = auction.leaderId === tx.viewer.id ? (auction.currentPrice ?? 0) : 0;
  await checkSpendCaps(tx, {
    performerId: auction.performerId,
    cents: tokensToMoney(amount, tokenRate) - tokensToMoney(before, tokenRate),
    isWritten: true,
  });
}

/**
 * Notifies the bidder's own tabs first; otherwise they would briefly show that someone had outbid them. Then
 * everyone watching.
 */
function emitBid(tx: UserCtx, news: BidNews): void {
  tx.emit(rooms.account(tx.viewer.id), 'auction/bid', news);
  tx.emit(rooms.auction(news.auctionId), 'auction/bid', {
    ...news,
    leader: { ...news.leader, isYou: false },
  });
}

/**
 * Places a bid. Whoever still waits for the lock when the auction ends is too late. A refused bid changes
 * nothing and doesn't extend the auction.
 * @throws AppError 404 when the viewer can't see the auction, 403 for their own, 409 with `minimumBid`, or
 * before the start or after the end, 402.
 */
export function placeBid(ctx: UserCtx, input: Input): Promise<Reply> {
  return once(ctx, { route: 'POST /aution-item', input }, async (tx) => {
    const known = await mustMeetAuction(tx, input.auctionId);
    if (known.performerId === tx.viewer.id) throw notAllowed('You can’t bid on your own auction.');
    refuseHopeless(known, input.amount, now(tx));
    const auction = await lockAuction(tx, input.auctionId);
    const moment = now(tx);
    refuse(auction, input, moment);
    const { auctionExtensionSeconds } = await tx.settings.all();
    const placed: Placed = {
      auction,
      amount: input.amount,
      moment,
      endsAt: endAfterBid(auction.effectiveEndAt, moment, auctionExtensionSeconds),
    };
    const balance = await moveHolds(tx, placed);
    const bid = await writeBid(tx, placed);
    await checkCaps(tx, placed);
    const after = { ...auction, currentPrice: input.amount };
    const news: BidNews = {
      auctionId: auction.id,
      bidId: bid._id,
      amount: input.amount,
      minimumBid: minimumBid(after),
      bidCount: bid.seq,
      reserveMet: reserveMet(after),
      leader: { name: masked(tx.viewer.username), isYou: true },
      endsAt: placed.endsAt.toISOString(),
      serverTime: moment.toISOString(),
    };
    emitBid(tx, news);
    return { bid, news, balance };
  });
}

function seqOf(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return Number(cursor);
}

/**
 * The bids of an auction, newest first.
 * @throws AppError 404 when the viewer can't see the auction.
 */
export async function listBids(
  ctx: Ctx,
  { auctionId, cursor, limit, offset }: ParsedInput<'GET /aution-item/search'>['query'],
): Promise<{ data: Bid[]; total: number; nextCursor: string | null }> {
  await mustMeetAuction(ctx, auctionId);
  const before = cursor === undefined ? undefined : sql`${bids.seq} < ${seqOf(cursor)}`;
  const [found, [auction]] = await Promise.all([
    ctx.db
      .select({ bid: bids, bidder: { id: accounts.id, username: accounts.username } })
      .from(bids)
      .innerJoin(accounts, eq(accounts.id, bids.bidderId))
      .where(and(eq(bids.auctionId, auctionId), before))
      .orderBy(sql`${bids.seq} DESC`)
      .limit(limit + 1)
      .offset(cursor === undefined ? offset : 0),
    ctx.db.select({ total: auctions.bidCount }).from(auctions).where(eq(auctions.id, auctionId)),
  ]);
  const { rows, nextCursor } = cutPage(found, limit, ({ bid }) => String(bid.seq));
  const data = rows.map(({ bid, bidder }) => ({
    _id: bid.id,
    seq: bid.seq,
    amount: bid.amount,
    bidder: maskedFor(ctx.viewer?.id, bidder),
    result: bid.result,
    createdAt: bid.createdAt.toISOString(),
  }));
  return { data, total: auction?.total ?? 0, nextCursor };
}
