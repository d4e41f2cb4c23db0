import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Id,
  IdParams,
  KeyPage,
  Money,
  OffsetPage,
  PerformerCard,
  PositiveTokens,
  SignedMoney,
  SignedTokens,
  Timestamp,
  Tokens,
  listReply,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { Message } from '../talk/messages/messages.ts';
import { ProductPurchase } from '../trade/products.ts';

export const ChargeKind = z.enum([
  'tip',
  'feed',
  'product',
  'video',
  'gallery',
  'message',
  'stream',
  'auction',
  'first_message',
]);
export type ChargeKind = z.infer<typeof ChargeKind>;
/** `hold`: reserved for a bid or a message request. `release`: returned from one. `dispute`: a card payment its bank took back. `adjustment`: a correction by the site. */
export const WalletKind = z.enum([
  ...ChargeKind.options,
  'top_up',
  'refund',
  'bonus',
  'referral',
  'hold',
  'release',
  'dispute',
  'adjustment',
]);
export type WalletKind = z.infer<typeof WalletKind>;

/** What a payment was for and where to open it. `receipt` uses the transaction's own id. */
export const Opens = z.object({
  kind: z.enum([
    'feed',
    'video',
    'gallery',
    'product',
    'order',
    'conversation',
    'auction',
    'stream',
    'private-stream',
    'performer',
    'receipt',
  ]),
  _id: Id,
});
export type Opens = z.infer<typeof Opens>;

/** Filters of both histories: creator, time, and words in the description. */
export const HistoryFilter = {
  performerId: Id.optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  q: z.string().trim().max(100).optional(),
};
/** Links a refunded payment and its refund to each other. */
export const Refunding = {
  refundedAt: Timestamp.nullable(),
  refundOf: z.object({ _id: Id, createdAt: Timestamp }).nullable(),
};

/** One row of the wallet's history: what, who, when, the amount, and the balance after it, in tokens. */
export const WalletRow = z.object({
  _id: Id,
  kind: WalletKind,
  description: z.string(),
  performer: PerformerCard.nullable(),
  itemId: Id.nullable(),
  opens: Opens.nullable(),
  tokens: z.int().describe('Amount in tokens; may be negative.'),
  balanceAfter: Tokens,
  /** Until when the viewer can undo it; null when they can't. */
  undoUntil: Timestamp.nullable(),
  ...Refunding,
  createdAt: Timestamp,
});
export type WalletRow = z.infer<typeof WalletRow>;

const Charged = z.object({
  _id: Id,
  kind: ChargeKind,
  itemId: Id,
  tokens: Tokens,
  balance: Tokens,
  createdAt: Timestamp,
});
/**
 * `expectedPrice` is the price in tokens shown to the buyer. If it has changed, nothing is charged, and the
 * reply (409 `price_changed`) contains the current amount.
 */
const charge = (summary: string) =>
  op({
    summary,
    access: 'user',
    params: IdParams,
    body: z.strictObject({ expectedPrice: Tokens }),
    reply: Charged,
    idempotent: true,
    status: 201,
  });

/** A limit an account sets for itself, in cents per calendar month (UTC). */
export const SpendCap = z.object({
  /** Null: all creators together. */
  performer: PerformerCard.nullable(),
  amount: Money,
  spent: Money,
  left: Money,
  /** A raised limit (`amount` null: none) that takes effect at `at`. */
  next: z.object({ amount: Money.nullable(), at: Timestamp }).nullable(),
});
export type SpendCap = z.infer<typeof SpendCap>;
const SpendCaps = z.object({
  data: z.array(SpendCap),
  /** Cents spent in total in the current month. */
  spent: Money,
  month: z.object({ from: Timestamp, to: Timestamp }),
  /** Hours before a raised limit takes effect. */
  raiseHours: z.int().describe('Hours until a higher limit takes effect.'),
});
export type SpendCaps = z.infer<typeof SpendCaps>;

const Figures = { count: z.int().describe('Number of payments.'), tokens: SignedTokens, money: SignedMoney };
export const StatementKind = z.enum([...ChargeKind.options, 'subscription', 'gift', 'refund', 'dispute']);
export type StatementKind = z.infer<typeof StatementKind>;
/**
 * All payments from one fan to one creator. `tokens` came from the wallet; `money` is their value plus card
 * payments. Refunds and `dispute` are negative.
 */
export const Statement = z.object({
  performer: PerformerCard,
  since: Timestamp.nullable(),
  total: z.object(Figures),
  kinds: z.array(z.object({ kind: StatementKind, ...Figures })),
  /** Newest first; `month` is in the format `2026-11`, in UTC. */
  months: z.array(z.object({ month: z.string(), ...Figures })),
});
export type Statement = z.infer<typeof Statement>;
/** A creator the viewer has paid. */
export const PaidCreator = z.object({ _id: Id, performer: PerformerCard, ...Figures, lastAt: Timestamp });
export type PaidCreator = z.infer<typeof PaidCreator>;

export const wallet = {
  'POST /wallet/charges/tip/:id': op({
    summary: 'Tip a creator',
    access: 'user',
    params: IdParams,
    body: z
      .strictObject({
        /** Chosen by the sender; there is no other price. */
        amount: PositiveTokens,
        /** The post the tip is for. */
        feedId: Id.optional(),
        /** The conversation with the creator in which the tip is shown to both. */
        conversationId: Id.optional(),
        /** The live stream during which it is given: it counts towards its goal and is shown in its chat. */
        streamId: Id.optional(),
        /** Shown with the tip in the conversation or the chat. */
        note: z.string().trim().max(limits.text.tipNote).optional(),
      })
      .refine((tip) => [tip.feedId, tip.conversationId, tip.streamId].filter(Boolean).length <= 1, {
        message: 'A tip is either for a post, in a conversation, or during a stream.',
        path: ['conversationId'],
      })
      .refine(({ note, conversationId, streamId }) => !note || Boolean(conversationId ?? streamId), {
        message: 'Only a tip in a conversation or during a stream can have a note.',
        path: ['note'],
      }),
    reply: Charged.extend({
      undoUntil: Timestamp.nullable(),
      /** The tip as shown in the conversation. */
      message: Message.optional(),
    }),
    idempotent: true,
    status: 201,
  }),
  'POST /wallet/charges/feed/:id': charge('Unlock a post'),
  'POST /wallet/charges/product/:id': op({
    summary: 'Buy a product: one charge including shipping, and an order',
    access: 'user',
    params: IdParams,
    body: ProductPurchase,
    reply: Charged.extend({ order: z.object({ _id: Id, number: z.string() }) }),
    idempotent: true,
    status: 201,
  }),
  'POST /wallet/charges/video/:id': charge('Unlock a video'),
  'POST /wallet/charges/gallery/:id': charge('Unlock a gallery'),
  'POST /wallet/charges/message/:id': charge('Unlock a message'),
  'POST /wallet/charges/stream/:id': charge('Pay for a stream that is announced or live'),
  'GET /wallet/charges/search': op({
    summary: 'Your wallet’s transactions, newest first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, ...HistoryFilter, kind: WalletKind.optional() }),
    reply: listReply(WalletRow),
  }),
  'POST /wallet/charges/:id/undo': op({
    summary: 'Undo your tip, within the seconds set by the operator',
    access: 'user',
    params: IdParams,
    body: z.strictObject({}).optional(),
    reply: z.object({ _id: Id, tokens: Tokens, balance: Tokens, createdAt: Timestamp }),
    idempotent: true,
    status: 201,
    ours: true,
  }),
  'GET /wallet/balance': op({
    summary: 'Your balance, and how much is held for bids, message requests and private streams',
    access: 'user',
    reply: z.object({
      balance: Tokens,
      held: Tokens,
      bids: z.array(z.object({ auctionId: Id, title: z.string(), tokens: Tokens, endsAt: Timestamp })),
      requests: z.array(
        z.object({ conversationId: Id, name: z.string(), tokens: Tokens, expiresAt: Timestamp }),
      ),
      /** Private streams that run, as the fan or a spectator. */
      privateStreams: z.array(z.object({ streamId: Id, name: z.string(), tokens: Tokens })),
    }),
    ours: true,
  }),
  'GET /wallet/caps': op({
    summary: 'Your spending limits, and how much of each is used',
    access: 'user',
    reply: SpendCaps,
    ours: true,
  }),
  'PUT /wallet/caps': op({
    summary:
      'Set a spending limit, in total or for one creator; lowering takes effect now, raising or removing later',
    access: 'user',
    body: z.strictObject({
      performerId: Id.optional(),
      /** Cents per month; null removes the cap. */
      amount: Money.nullable(),
    }),
    reply: SpendCaps,
    ours: true,
  }),
  'GET /wallet/statements': op({
    summary: 'Creators you have paid, most recent first',
    access: 'user',
    query: z.strictObject(OffsetPage),
    reply: listReply(PaidCreator),
    ours: true,
  }),
  'GET /wallet/statement/:id': op({
    summary: 'Everything you paid a creator, by type and month',
    access: 'user',
    params: IdParams,
    reply: Statement,
    ours: true,
  }),
};
