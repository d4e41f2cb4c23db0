import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Counts,
  CountryCode,
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  Timestamp,
  Tokens,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** By the server's clock. `ended` means the end was reached and the result follows within seconds. */
export const AuctionState = z.enum(['scheduled', 'live', 'ended', 'sold', 'unsold', 'cancelled']);
export type AuctionState = z.infer<typeof AuctionState>;
/** The result of a bid: `won` or `lost` once the auction has its result. */
export const BidResult = z.enum(['leading', 'outbid', 'won', 'lost']);
export type BidResult = z.infer<typeof BidResult>;

/** A bidder as shown to others: `m•••a`. */
export const Masked = z.object({ name: z.string(), isYou: z.boolean() });
export type Masked = z.infer<typeof Masked>;

export const Auction = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  description: z.string(),
  images: z.array(FileView),
  startPrice: Tokens,
  /** Only the creator sees it; null for everyone else. */
  reservePrice: Tokens.nullable(),
  hasReserve: z.boolean(),
  /** Whether the highest bid meets the reserve; true if there is none. */
  reserveMet: z.boolean(),
  /** Countries the item ships to; the bid includes shipping. Empty: everywhere. */
  shippingCountries: z.array(z.string()),
  startAt: Timestamp,
  /** As set by the creator. */
  endAt: Timestamp,
  /** Including extensions by late bids. */
  effectiveEndAt: Timestamp,
  /** The highest bid, or null before the first. */
  currentPrice: Tokens.nullable(),
  minimumBid: Tokens,
  bidCount: z.int().describe('Number of bids.'),
  leader: Masked.nullable(),
  /**
   * The viewer's last bid and its result. `maximum`, theirs alone to see, is the most that the system bids for
   * them while they lead; null without one.
   */
  ownBid: z
    .object({ amount: Tokens, maximum: Tokens.nullable(), result: BidResult, createdAt: Timestamp })
    .nullable(),
  state: AuctionState,
  /** The resulting order, for the winner and the creator. */
  orderId: Id.nullable(),
  commentsEnabled: z.boolean(),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  createdAt: Timestamp,
  /** When the creator last changed it or it got its result. Bids don't count. */
  updatedAt: Timestamp,
  /** The server's time of the reply, from which the client computes its clock offset. */
  serverTime: Timestamp,
});
export type Auction = z.infer<typeof Auction>;

export const Bid = z.object({
  _id: Id,
  /** Counts from 1, without gaps. */
  seq: z.int().describe('Sequence number; higher is newer.'),
  amount: Tokens,
  bidder: Masked,
  /** Made by the system up to the bidder's maximum. */
  isAutomatic: z.boolean(),
  result: BidResult,
  createdAt: Timestamp,
});
export type Bid = z.infer<typeof Bid>;

/**
 * The change caused by a bid: the reply to it and the event sent to everyone watching. `leader.isYou` is true
 * only in the leader's own tabs. A leader who changes their maximum gets it, too, with the bid they lead with.
 */
export const BidNews = z.object({
  auctionId: Id,
  bidId: Id,
  amount: Tokens,
  minimumBid: Tokens,
  bidCount: z.int().describe('Number of bids.'),
  reserveMet: z.boolean(),
  leader: Masked,
  isAutomatic: z.boolean(),
  /** The leader's maximum in their own tabs; null for everyone else, and without one. */
  maximum: Tokens.nullable(),
  /** The bid that this one beat in the same step, when a bid met a maximum; its `seq` is one lower. */
  beaten: Bid.nullable(),
  endsAt: Timestamp,
  serverTime: Timestamp,
});
export type BidNews = z.infer<typeof BidNews>;

const { auction: bounds } = limits;
const Price = z
  .int()
  .describe('Price in tokens.')
  .min(limits.itemPrice.min, 'Enter at least 1 token.')
  .max(limits.itemPrice.max, `Enter at most ${limits.itemPrice.max} tokens.`);
const fields = {
  title: lineText()
    .min(1, 'Enter a title.')
    .max(limits.text.title, `Use at most ${limits.text.title} characters.`),
  description: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  imageIds: z
    .array(Id)
    .min(1, 'Add at least one picture.')
    .max(bounds.images, `Add at most ${bounds.images} pictures.`),
  startPrice: Price,
  /** Null: sold to the highest bid, whatever it is. */
  reservePrice: Price.nullable(),
  shippingCountries: z.array(CountryCode).max(250),
  /** A time in the past means now. */
  startAt: Timestamp,
  endAt: Timestamp,
  commentsEnabled: z.boolean(),
};
export const AuctionCreate = z.strictObject({
  title: fields.title,
  description: fields.description.default(''),
  imageIds: fields.imageIds,
  startPrice: fields.startPrice,
  reservePrice: fields.reservePrice.default(null),
  shippingCountries: fields.shippingCountries.default([]),
  startAt: fields.startAt.optional(),
  endAt: fields.endAt,
  commentsEnabled: fields.commentsEnabled.default(true),
});
export type AuctionCreate = z.infer<typeof AuctionCreate>;
export const AuctionUpdate = z.strictObject(fields).partial();
export type AuctionUpdate = z.infer<typeof AuctionUpdate>;

const filters = {
  ...KeyPage,
  /** `ended` includes sold and unsold. */
  state: z.enum(['scheduled', 'live', 'ended', 'cancelled']).optional(),
  q: z.string().trim().max(100).optional(),
  /** `ending` sorts by the earliest end. */
  sort: z.enum(['newest', 'ending']).default('newest'),
};

/** Paths keep the specification's misspelling; the code says auctions. */
export const auctions = {
  'GET /autions/search': op({
    summary: 'Find auctions of all creators, or of one',
    access: 'anyone',
    query: z.strictObject({ ...filters, performerId: Id.optional() }),
    reply: listReply(Auction),
  }),
  'GET /autions/users/search': op({
    summary: 'Auctions you bid in, latest bid first, each with your last bid and its outcome',
    access: 'user',
    query: z.strictObject({ ...KeyPage, result: BidResult.optional() }),
    reply: listReply(Auction),
  }),
  'POST /autions': op({
    summary: 'Create an auction',
    access: 'performer',
    body: AuctionCreate,
    reply: Auction,
    creates: true,
    status: 201,
  }),
  'GET /autions/:id/view': op({ summary: 'One auction', access: 'anyone', params: IdParams, reply: Auction }),
  'GET /autions/users/:id': op({
    summary: 'A creator’s auctions; the creator also sees canceled ones',
    access: 'anyone',
    params: IdParams,
    query: z.strictObject(filters),
    reply: listReply(Auction),
  }),
  'PUT /autions/:id': op({
    summary: 'Update your auction, before its first bid',
    access: 'performer',
    params: IdParams,
    body: AuctionUpdate,
    reply: Auction,
  }),
  'DELETE /autions/:id': op({
    summary: 'Cancel your auction, before its first bid',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'GET /aution-item/search': op({
    summary: 'Bids of an auction, highest first, with masked bidders',
    access: 'anyone',
    query: z.strictObject({ ...KeyPage, auctionId: Id }),
    reply: listReply(Bid),
  }),
  'POST /aution-item': op({
    summary:
      'Place a bid, or change your maximum as the highest bidder; the tokens are held until you’re outbid or the auction ends',
    access: 'user',
    body: z.strictObject({
      auctionId: Id,
      amount: z
        .int()
        .describe('Bid in tokens.')
        .min(1, 'Enter an amount.')
        .max(limits.safeAmount, 'That is too much.'),
      /**
       * With it, the system bids for the bidder: as little as it takes to lead, never more than this. `amount`
       * then is where it begins. Whoever leads only changes their maximum with it.
       */
      maximum: z
        .int()
        .describe('Most the system may bid for you, in tokens.')
        .min(1, 'Enter an amount.')
        .max(limits.safeAmount, 'That is too much.')
        .optional(),
      /**
       * The `updatedAt` of the auction as shown to the bidder. If the creator has changed it since, the bid
       * is refused.
       */
      seen: Timestamp.optional(),
    }),
    reply: z.object({ bid: Bid, news: BidNews, balance: Tokens }),
    idempotent: true,
    status: 201,
  }),
};
