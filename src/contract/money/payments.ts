import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  Id,
  IdParams,
  KeyPage,
  Money,
  PerformerCard,
  PositiveMoney,
  SignedMoney,
  SignedTokens,
  Timestamp,
  Tokens,
  listReply,
} from '../core/schemas.ts';
import { CardFacts } from '../core/cards.ts';
import { op } from '../core/op.ts';
import { PaidPlan, Subscription } from '../trade/subscriptions.ts';
import { CouponCode } from '../trade/promotions.ts';
import { HistoryFilter, Refunding } from './wallet.ts';

export const Provider = z.enum(['stripe', 'sandbox']);

export const Card = CardFacts.extend({
  _id: Id,
  isDefault: z.boolean(),
  createdAt: Timestamp,
});
export type Card = z.infer<typeof Card>;
/** `renews` lists the creators whose subscriptions renew with this card. */
export const SavedCard = Card.extend({ renews: z.array(z.object({ _id: Id, name: z.string() })) });
export type SavedCard = z.infer<typeof SavedCard>;

/** A card payment in the payer's history. */
export const Transaction = z.object({
  _id: Id,
  kind: z.enum(['top_up', 'subscription', 'gift', 'refund', 'dispute']),
  description: z.string(),
  amount: SignedMoney,
  /** The tokens it bought. */
  tokens: SignedTokens,
  card: z.string().nullable(),
  performer: PerformerCard.nullable(),
  ...Refunding,
  createdAt: Timestamp,
});
export type Transaction = z.infer<typeof Transaction>;

/**
 * The price shown to the payer, in cents. If it has changed, nothing is charged, and the reply (409
 * `price_changed`) contains the current amount.
 */
const expectedPrice = Money.optional();
const priceMissing = { message: 'Say what price was shown.', path: ['expectedPrice'] };
/** Sent after a bank challenge: the result from the bank's page (sandbox: `complete` or `fail`). */
const challengeAnswer = z.string().max(200).optional();
export const payment = {
  'POST /payment/subscribe/performers': op({
    summary: 'Subscribe to a creator: free, or for 1, 3, 6 or 12 months at a time',
    access: 'user',
    /**
     * `promotionId` is the offer shown to the fan; the call is refused if it is no longer available. The best
     * offer applies automatically.
     */
    body: z
      .strictObject({
        performerId: Id,
        type: z.enum(['free', ...PaidPlan.options]),
        cardId: Id.optional(),
        promotionId: Id.optional(),
        couponCode: CouponCode.optional(),
        expectedPrice,
        challengeAnswer,
      })
      .refine((body) => body.type === 'free' || body.expectedPrice !== undefined, priceMissing),
    reply: Subscription,
    idempotent: true,
    status: 201,
  }),
  'GET /payment/transactions/user/search': op({
    summary: 'Your card payments, newest first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, ...HistoryFilter, kind: Transaction.shape.kind.optional() }),
    reply: listReply(Transaction),
  }),
  'POST /payment/wallet/top-up': op({
    summary: 'Buy tokens by card: any amount in cents, or a package',
    access: 'user',
    body: z
      .strictObject({
        amount: PositiveMoney.optional(),
        packageId: Id.optional(),
        cardId: Id,
        couponCode: CouponCode.optional(),
        /** Required with a package or a coupon. A custom amount is its own price. */
        expectedPrice,
        challengeAnswer,
      })
      .refine((body) => (body.amount === undefined) !== (body.packageId === undefined), {
        message: 'Choose either an amount or a package.',
        path: ['amount'],
      })
      .refine(
        (body) =>
          body.expectedPrice !== undefined || (body.packageId === undefined && body.couponCode === undefined),
        priceMissing,
      ),
    reply: z.object({ _id: Id, amount: Money, tokens: Tokens, balance: Tokens, createdAt: Timestamp }),
    idempotent: true,
    status: 201,
  }),
  'GET /payment-cards': op({
    summary: 'Your saved cards',
    access: 'user',
    reply: z.object({
      data: z.array(SavedCard),
      total: z.int().describe('Number of items in the whole list.'),
    }),
  }),
  'POST /:provider/cards': op({
    summary:
      'Save a card. Sandbox: `token` is `number|MM/YY|cvc` or the name of a wallet; Stripe: a payment-method id',
    access: 'user',
    params: z.strictObject({ provider: Provider }),
    body: z.strictObject({ token: z.string().trim().min(3).max(200), challengeAnswer }),
    reply: Card,
    status: 201,
  }),
  'DELETE /payment-cards/:id': op({
    summary: 'Remove a card',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
  'PUT /payment-cards/:id/default': op({
    summary: 'Make a card the default',
    access: 'user',
    params: IdParams,
    reply: Card,
    ours: true,
  }),
  'POST /payment-cards/setup': op({
    summary: 'Start saving a card in the browser: what the gateway’s form needs',
    access: 'user',
    reply: z.object({ clientSecret: z.string(), publishableKey: z.string().nullable(), isTest: z.boolean() }),
    ours: true,
  }),
  'POST /payment/:provider/cancel-subscription/:id': op({
    summary: 'Cancel a subscription at the end of its paid period',
    access: 'user',
    params: z.strictObject({ provider: Provider, id: Id }),
    body: z.strictObject({ reason: z.string().trim().max(limits.text.reason).optional() }).optional(),
    reply: Subscription,
  }),
};

export const tokenPackages = {
  'GET /package/token/search': op({
    summary: 'Token packages on sale, cheapest first',
    access: 'anyone',
    reply: listReply(z.object({ _id: Id, name: z.string(), tokens: Tokens, bonus: Tokens, price: Money })),
  }),
};

export const ReceiptLine = z.object({
  text: z.string(),
  /** Tokens included. */
  tokens: Tokens,
  /** In cents; negative for a discount. */
  amount: SignedMoney,
});

/** The receipt for a card payment, with names as they were at the time. */
export const Receipt = z.object({
  _id: Id,
  number: z.string(),
  paidAt: Timestamp,
  seller: z
    .object({ name: z.string(), email: z.string() })
    .describe('The site, as the business that took the payment; never a creator.'),
  buyer: z.object({ name: z.string(), email: z.string().nullable() }).describe('The account that paid.'),
  /** They add up to `total`. */
  lines: z.array(ReceiptLine),
  total: Money,
  currency: z.string(),
  /** For a subscription: the end of the period paid for. */
  paidUntil: Timestamp.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** `disputed`: the cardholder's bank is investigating. `returned`: the bank took the money back. */
  state: z.enum(['paid', 'refunded', 'disputed', 'returned']),
  /** When the state changed from `paid`. */
  stateAt: Timestamp.nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

export const receipts = {
  'GET /payment/receipts/:id': op({
    summary: 'The receipt of your card payment, by its transaction or the one that refunded it',
    access: 'user',
    params: IdParams,
    reply: Receipt,
    ours: true,
  }),
};
