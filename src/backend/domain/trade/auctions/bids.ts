import type { Tokens } from '#lib/units.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Bid } from '#contract/trade/auctions.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { formatTokens } from '#lib/format.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctions, bids } from '../../../db/schema/auctions.ts';
import { AppError, conflict, invalid, notAllowed } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type AuctionRow, endAfterBid, maskedFor, minimumBid, stateAt } from './rules.ts';
import { bidSteps, calculateReach, mayStillBid, type Step } from './automatic-bids.ts';
import { mustMeetAuction } from './presenters.ts';
import { lockAuction } from './mutations.ts';
import { lockWallets } from './bid-holds.ts';
import {
  bidView,
  leadingBid,
  newsFor,
  takeBids,
  type Leader,
  type Taken,
  type WrittenBid,
} from './bid-taking.ts';
import { once } from '../../../kernel/idempotency.ts';
import { cutPage } from '../../../kernel/keyset.ts';
import { balanceOf } from '../../base/ledger/ledger.ts';
import { lockSpending } from '../../money/wallet/spend-cap-check.ts';

type Input = ParsedInput<'POST /aution-item'>['body'];
type Reply = ReplySource<'POST /aution-item'>;

const amountTooLow = (least: number) =>
  new AppError(409, 'conflict', `Bid at least ${formatTokens(least)}.`, { details: { minimumBid: least } });

/**
 * Refuses a bid at the wrong time, or on something else than what was seen.
 * @throws AppError 409
 */
function refuseUntimely(auction: AuctionRow, { seen }: Input, time: Date): void {
  const state = stateAt(auction, time);
  if (state === 'scheduled') throw conflict('Bidding hasn’t started yet.');
  if (state !== 'live') throw conflict('This auction has ended.');
  if (seen !== undefined && auction.updatedAt > new Date(seen))
    throw conflict('The creator just changed this auction. Review it before you bid.');
}

/** The most that a bid may come to. */
const highestAmount = ({ amount, maximum }: Input): Tokens => maximum ?? amount;

/**
 * Refuses a low bid before waiting for the auction's lock. Once there is a bid, the price only rises, so an
 * amount that is too low stays too low. Everything else is checked under the lock.
 */
function refuseHopeless(auction: AuctionRow, most: Tokens, time: Date): void {
  if (auction.bidCount > 0 && stateAt(auction, time) === 'live' && most < minimumBid(auction))
    throw amountTooLow(minimumBid(auction));
}

/** An auction whose lock is held, at the moment in which it was got. */
interface Turn {
  readonly auction: AuctionRow;
  readonly lead: WrittenBid | null;
  readonly time: Date;
}

async function extendedEnd(tx: UserCtx, { auction, time }: Turn): Promise<Date> {
  const { auctionExtensionSeconds } = await tx.settings.all();
  return endAfterBid(auction.effectiveEndAt, time, auctionExtensionSeconds);
}

/** The leader, and how far the system bids for them. */
async function findLeader(
  tx: UserCtx,
  { auction, lead }: Turn,
): Promise<{ leader: Leader | null; leaderMost: Tokens }> {
  if (!lead) return { leader: null, leaderMost: 0 };
  const { bidder, amount: held } = lead;
  const { maximum, id: accountId } = bidder;
  const { performerId } = auction;
  if (maximum === null || maximum === held || !(await mayStillBid(tx, accountId, performerId)))
    return { leader: { ...bidder, covered: null }, leaderMost: held };
  const reach = await calculateReach(tx, { accountId, performerId, maximum, held });
  return { leader: { ...bidder, covered: reach < maximum ? reach : null }, leaderMost: reach };
}

/**
 * Locks what two bidders may spend, each in the same order as every payment: otherwise two bids by the same
 * two people on different auctions could deadlock.
 */
async function lockBidders(tx: UserCtx, { lead }: Turn, maximum: Tokens | undefined): Promise<void> {
  const me = tx.viewer.id;
  const both = [...new Set([lead?.bidder.id ?? me, me])].toSorted();
  if (maximum !== undefined || typeof lead?.bidder.maximum === 'number')
    for (const id of both) await lockSpending(tx, id);
  if (lead || maximum !== undefined) await lockWallets(tx, both);
}

/** A bid of someone who doesn't lead. */
async function bidAgainst(tx: UserCtx, turn: Turn, input: Input): Promise<Taken> {
  const { auction, time } = turn;
  const { amount, maximum } = input;
  const least = minimumBid(auction);
  if (highestAmount(input) < least) throw amountTooLow(least);
  // Someone else may have bid meanwhile: the maximum says that this is fine.
  const opening = maximum === undefined ? amount : Math.max(amount, least);
  await lockBidders(tx, turn, maximum);
  const { leader, leaderMost } = await findLeader(tx, turn);
  const { id, username } = tx.viewer;
  const { performerId, reservePrice: reserve } = auction;
  const most =
    maximum === undefined
      ? amount
      : Math.max(opening, await calculateReach(tx, { accountId: id, performerId, maximum, held: 0 }));
  return takeBids(tx, {
    auction,
    time,
    leader,
    bidder: { id, username, maximum: maximum ?? null },
    steps: bidSteps({ opening, most, leaderMost, reserve }),
    endsAt: await extendedEnd(tx, turn),
  });
}

/** The leader's own bid, to the typed amount or to the reserve. A maximum below it has served its purpose. */
async function raise(tx: UserCtx, turn: Turn, step: Omit<Step, 'by'>): Promise<Taken> {
  const { auction, lead, time } = turn;
  const { id, username } = tx.viewer;
  const known = lead?.bidder.maximum ?? null;
  const maximum = known !== null && known >= step.amount ? known : null;
  const bidder = { id, username, maximum };
  return takeBids(tx, {
    auction,
    time,
    bidder,
    leader: { ...bidder, covered: null },
    steps: [{ by: 'bidder', ...step }],
    endsAt: await extendedEnd(tx, turn),
  });
}

/**
 * The leader's new maximum. It moves no price and no end, unless it is the first to meet the reserve: then it
 * bids that.
 * @throws AppError 422 below what the viewer leads with.
 */
async function changeMaximum(tx: UserCtx, turn: Turn, maximum: Tokens): Promise<Taken> {
  const { auction, time } = turn;
  const { id: accountId } = tx.viewer;
  const { performerId, reservePrice } = auction;
  const [held, lead] = [auction.currentPrice ?? 0, turn.lead];
  if (!lead || maximum < held)
    throw invalid('maximum', `You already lead with ${formatTokens(held)}. Your maximum can’t be lower.`);
  await lockBidders(tx, turn, maximum);
  await tx.db.update(bids).set({ maximum }).where(eq(bids.id, lead.id));
  const changed = { ...lead, bidder: { ...lead.bidder, maximum } };
  if (
    reservePrice !== null &&
    held < reservePrice &&
    (await calculateReach(tx, { accountId, performerId, maximum, held })) >= reservePrice
  )
    return raise(tx, { ...turn, lead: changed }, { amount: reservePrice, isAutomatic: true });
  const news = newsFor(accountId, { auction, lead: changed }, time);
  tx.emit(rooms.account(accountId), 'auction/bid', news);
  const balance = await balanceOf(tx, 'wallet', accountId);
  return { bid: bidView(accountId, changed, 'leading'), news, balance };
}

/** What the viewer wants, given who leads. */
function take(tx: UserCtx, turn: Turn, input: Input): Promise<Taken> {
  const { amount, maximum } = input;
  if (turn.auction.leaderId !== tx.viewer.id) return bidAgainst(tx, turn, input);
  if (maximum !== undefined) return changeMaximum(tx, turn, maximum);
  const least = minimumBid(turn.auction);
  if (amount < least) throw amountTooLow(least);
  return raise(tx, turn, { amount, isAutomatic: false });
}

/**
 * Places a bid. With a maximum, the system bids for the viewer up to it, as little as it takes to lead; the
 * leader changes theirs with it. Whoever still waits for the lock when the auction ends is too late. A refused
 * bid changes nothing and doesn't extend the auction.
 * @throws AppError 404 when the viewer can't see the auction, 403 for their own, 409 with `minimumBid`, or
 * before the start or after the end, 422 for a maximum below the bid or the lead, 402.
 */
export function placeBid(ctx: UserCtx, input: Input): Promise<Reply> {
  return once(ctx, { route: 'POST /aution-item', input }, async (tx) => {
    const known = await mustMeetAuction(tx, input.auctionId);
    if (known.performerId === tx.viewer.id) throw notAllowed('You can’t bid on your own auction.');
    if (highestAmount(input) < input.amount)
      throw invalid('maximum', 'Your maximum can’t be lower than your bid.');
    if (known.leaderId !== tx.viewer.id) refuseHopeless(known, highestAmount(input), now(tx));
    const auction = await lockAuction(tx, input.auctionId);
    const time = now(tx);
    refuseUntimely(auction, input, time);
    const lead = auction.leaderId === null ? null : await leadingBid(tx, auction.id);
    return take(tx, { auction, lead, time }, input);
  });
}

function parseSeq(cursor: string): number {
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
  const before = cursor === undefined ? undefined : sql`${bids.seq} < ${parseSeq(cursor)}`;
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
    isAutomatic: bid.isAutomatic,
    result: bid.result,
    createdAt: bid.createdAt.toISOString(),
  }));
  return { data, total: auction?.total ?? 0, nextCursor };
}
