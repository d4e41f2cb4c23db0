import { z } from 'zod';
import { limits } from '#config/limits';
import { Done, Id, IdParams, KeyPage, Money, OffsetPage, PerformerCard, SignedMoney, Timestamp, Tokens, listOf } from './common.ts';
import { op, pending } from './op.ts';

export const SubscriptionType = z.enum(['free', 'monthly', 'yearly']);
export type SubscriptionType = z.infer<typeof SubscriptionType>;
export const SubscriptionState = z.enum(['incomplete', 'active', 'past_due', 'cancelled', 'expired']);
export const Provider = z.enum(['stripe', 'sandbox']);

export const Card = z.object({
  _id: Id, brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int(), isDefault: z.boolean(), createdAt: Timestamp,
});
export type Card = z.infer<typeof Card>;

export const Subscription = z.object({
  _id: Id,
  type: SubscriptionType,
  state: SubscriptionState,
  /** Cents a period. */
  price: Money,
  performer: PerformerCard,
  user: PerformerCard,
  startedAt: Timestamp,
  /** End of the paid (or free) period; the next charge when it renews. */
  periodEnd: Timestamp.nullable(),
  renews: z.boolean(),
  cancelledAt: Timestamp.nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** A card payment as the person sees it. */
export const Transaction = z.object({
  _id: Id,
  kind: z.enum(['top_up', 'subscription', 'refund']),
  description: z.string(),
  /** Cents. */
  amount: SignedMoney,
  /** Tokens that came with it. */
  tokens: z.int(),
  card: z.string().nullable(),
  performer: PerformerCard.nullable(),
  createdAt: Timestamp,
});
export type Transaction = z.infer<typeof Transaction>;

export const ChargeKind = z.enum(['tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream']);
export type ChargeKind = z.infer<typeof ChargeKind>;
/** One row of the wallet's history: what, who, when, how much and the balance after, in tokens. */
export const WalletRow = z.object({
  _id: Id,
  kind: z.union([ChargeKind, z.enum(['top_up', 'refund', 'bonus'])]),
  description: z.string(),
  performer: PerformerCard.nullable(),
  itemId: Id.nullable(),
  tokens: z.int(),
  balanceAfter: Tokens,
  createdAt: Timestamp,
});
export type WalletRow = z.infer<typeof WalletRow>;

/** An amount to pay. Its bounds are settings of the operator (by default those of `limits`), so the server checks them, not the shape. */
const Positive = z.int().min(1, 'Enter an amount.').max(limits.safeAmount, 'That is too much.');
/** Given again after a challenge: what the cardholder's bank page handed back (sandbox: `complete` or `fail`). */
const challengeAnswer = z.string().max(200).optional();
const Charged = z.object({
  _id: Id, kind: ChargeKind, itemId: Id, tokens: Tokens, balance: Tokens, createdAt: Timestamp,
});
const charge = (summary: string) => op({ summary, access: 'user', params: IdParams, body: z.strictObject({}).optional(), reply: Charged, idempotent: true, status: 201 });

export const payment = {
  'POST /payment/subscribe/performers': op({
    summary: 'Subscribe to a creator: free, monthly or yearly',
    access: 'user',
    body: z.strictObject({ performerId: Id, type: SubscriptionType, cardId: Id.optional(), challengeAnswer }),
    reply: Subscription,
    idempotent: true,
    status: 201,
  }),
  'GET /payment/transactions/user/search': op({ summary: 'The own card payments, newest first', access: 'user', query: z.strictObject(KeyPage), reply: listOf(Transaction) }),
  'POST /payment/wallet/top-up': op({
    summary: 'Buy tokens by card: a free amount in cents, or a package',
    access: 'user',
    body: z.strictObject({
      amount: Positive.optional(),
      packageId: Id.optional(),
      cardId: Id,
      challengeAnswer,
    }).refine((body) => (body.amount === undefined) !== (body.packageId === undefined), { message: 'Choose either an amount or a package.', path: ['amount'] }),
    reply: z.object({ _id: Id, amount: Money, tokens: Tokens, balance: Tokens, createdAt: Timestamp }),
    idempotent: true,
    status: 201,
  }),
  'POST /coupons/:code/apply-coupon': pending('user', 'What a coupon would take off'),
  'POST /stripe/accounts': pending('performer', 'Start onboarding with Stripe Connect'),
  'GET /payment-cards': op({ summary: 'The own cards', access: 'user', reply: z.object({ data: z.array(Card), total: z.int() }) }),
  'POST /:provider/cards': op({
    summary: 'Keep a card. Sandbox: `token` is `number|MM/YY|cvc`; Stripe: a payment-method id',
    access: 'user',
    params: z.strictObject({ provider: Provider }),
    body: z.strictObject({ token: z.string().trim().min(3).max(200), challengeAnswer }),
    reply: Card,
    status: 201,
  }),
  'DELETE /payment-cards/:id': op({ summary: 'Remove a card', access: 'user', params: IdParams, reply: Done }),
  'POST /payment/:provider/cancel-subscription/:id': op({
    summary: 'End a subscription with the paid period',
    access: 'user',
    params: z.strictObject({ provider: Provider, id: Id }),
    body: z.strictObject({ reason: z.string().trim().max(limits.text.reason).optional() }).optional(),
    reply: Subscription,
  }),
};

export const wallet = {
  'POST /wallet/charges/tip/:id': op({
    summary: 'Tip a creator',
    access: 'user',
    params: IdParams,
    body: z.strictObject({
      /** Tokens. */
      amount: Positive,
      /** The post the tip was given under. */
      feedId: Id.optional(),
    }),
    reply: Charged,
    idempotent: true,
    status: 201,
  }),
  'POST /wallet/charges/feed/:id': charge('Unlock a post'),
  'POST /wallet/charges/product/:id': pending('user', 'Buy a product'),
  'POST /wallet/charges/video/:id': pending('user', 'Unlock a video'),
  'POST /wallet/charges/gallery/:id': pending('user', 'Unlock a gallery'),
  'POST /wallet/charges/message/:id': pending('user', 'Unlock a message'),
  'POST /wallet/charges/stream/:id': pending('user', 'Pay for a stream'),
  'GET /wallet/charges/search': op({
    summary: 'Every token that came or went, newest first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, kind: z.union([ChargeKind, z.enum(['top_up', 'refund'])]).optional() }),
    reply: listOf(WalletRow),
  }),
};

export const subscriptions = {
  'GET /subscriptions/performer/search': op({
    summary: 'The own subscribers', access: 'performer', query: z.strictObject({ ...OffsetPage, state: SubscriptionState.optional() }), reply: listOf(Subscription),
  }),
  'GET /subscriptions/user/search': op({
    summary: 'The own subscriptions', access: 'user', query: z.strictObject({ ...OffsetPage, state: SubscriptionState.optional() }), reply: listOf(Subscription),
  }),
};

export const tokenPackages = {
  'GET /package/token/search': op({
    summary: 'Token packages on sale, cheapest first',
    access: 'anyone',
    reply: listOf(z.object({ _id: Id, name: z.string(), tokens: Tokens, bonus: Tokens, price: Money })),
  }),
};
