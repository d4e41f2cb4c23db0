import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Id,
  IdParams,
  Money,
  OffsetPage,
  PerformerCard,
  SignedMoney,
  Timestamp,
  listReply,
} from '../core/schemas.ts';
import { CardFacts } from '../core/cards.ts';
import { op } from '../core/op.ts';

export const SubscriptionType = z.enum(['free', 'gift', 'monthly', 'quarterly', 'semiannual', 'yearly']);
export type SubscriptionType = z.infer<typeof SubscriptionType>;
/** `quarterly` and `semiannual` are 3 and 6 months paid at once, at the creator’s discount. */
export const PaidPlan = z.enum(['monthly', 'quarterly', 'semiannual', 'yearly']);
export type PaidPlan = z.infer<typeof PaidPlan>;
export const SubscriptionState = z.enum(['incomplete', 'active', 'past_due', 'cancelled', 'expired']);

/** Defined here rather than in `payments.ts`, which imports this file. */
const Provider = z.enum(['stripe', 'sandbox']);
const providerParams = z.strictObject({ provider: Provider, id: Id });

export const SwitchQuote = z.object({
  type: PaidPlan,
  /** In cents per period of the new plan. */
  price: Money,
  /** The unused rest of the current period in cents, which is deducted. */
  credit: Money,
  /** Due now. */
  amount: Money,
  /** When the new plan starts, and when its first period ends. */
  startsAt: Timestamp,
  periodEnd: Timestamp,
});
export type SwitchQuote = z.infer<typeof SwitchQuote>;

export const Subscription = z.object({
  _id: Id,
  type: SubscriptionType,
  state: SubscriptionState,
  /** In cents per period. */
  price: Money,
  performer: PerformerCard,
  user: PerformerCard,
  startedAt: Timestamp,
  /** The end of the paid (or free) period; if it renews, the next charge. */
  periodEnd: Timestamp.nullable(),
  renews: z.boolean(),
  cancelledAt: Timestamp.nullable(),
  /** The fan's reason for canceling; null when they gave none. */
  cancelReason: z.string().nullable(),
  /** The gateway it is paid through. Canceling, resuming, and switching must name it. */
  provider: Provider,
  /** Takes effect with the next period, if another plan or price (in cents) was agreed. */
  nextType: PaidPlan.nullable(),
  nextPrice: Money.nullable(),
  /** What the creator offers now. */
  plans: z.array(PaidPlan),
  /**
   * The creator's current price for the next plan if it differs from the agreed one, which applies until the
   * fan accepts the new one.
   */
  newPrice: Money.nullable(),
  /** If overdue: when the card is charged again. */
  retryAt: Timestamp.nullable(),
  /** The card charged next; null for everyone but the fan. */
  card: CardFacts.nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** What the viewer has of a creator: the terms of their own subscription while it gives access. */
export const OwnSubscription = Subscription.pick({
  type: true,
  state: true,
  price: true,
  periodEnd: true,
  renews: true,
  nextType: true,
  nextPrice: true,
  retryAt: true,
}).extend({
  isTrial: z.boolean().describe('Whether it is the free trial of a link.'),
  /** In cents: what the current period cost if an offer or a coupon lowered it; else null. */
  paid: Money.nullable(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** A subscription as its creator sees it, with what they know about the fan. */
export const Subscriber = Subscription.extend({
  /**
   * Cents the fan has brought the creator in total, after refunds. Equals the sum of their rows in the
   * earnings.
   */
  spend: SignedMoney,
  /** The offer it started with. */
  offer: z
    .object({
      _id: Id,
      kind: z.enum(['percent', 'trial']),
      percent: z.int().describe('Percent off the first period.').nullable(),
      days: z.int().describe('Number of free days.').nullable(),
    })
    .nullable(),
  /** The creator's private note; empty if none. */
  note: z.string(),
});
export type Subscriber = z.infer<typeof Subscriber>;
export const SubscriberSort = z.enum(['newest', 'longest', 'spend']);
export type SubscriberSort = z.infer<typeof SubscriberSort>;

export const subscriptions = {
  'GET /subscriptions/performer/search': op({
    summary: 'Your subscribers, each with their latest subscription',
    access: 'performer',
    query: z.strictObject({
      ...OffsetPage,
      state: SubscriptionState.optional(),
      type: SubscriptionType.optional(),
      q: z.string().trim().max(100).optional(),
      sort: SubscriberSort.default('newest'),
    }),
    reply: listReply(Subscriber),
  }),
  'PUT /subscriptions/performer/:id/note': op({
    summary: 'Set a private note about a subscriber; an empty one removes it',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject({
      note: z.string().trim().max(limits.text.note, `Use at most ${limits.text.note} characters.`),
    }),
    reply: z.object({ _id: Id, note: z.string() }),
  }),
  'GET /subscriptions/user/search': op({
    summary: 'Your subscriptions',
    access: 'user',
    query: z.strictObject({
      ...OffsetPage,
      state: SubscriptionState.optional(),
      type: SubscriptionType.optional(),
    }),
    reply: listReply(Subscription),
  }),
  'POST /payment/:provider/resume-subscription/:id': op({
    summary: 'Resume a canceled subscription while its period runs; nothing is charged before it ends',
    access: 'user',
    ours: true,
    params: providerParams,
    body: z.strictObject({ cardId: Id.optional() }).optional(),
    reply: Subscription,
  }),
  'GET /payment/:provider/switch-subscription/:id': op({
    summary:
      'Quote a plan change: a longer plan takes effect now, with credit for unused time; a shorter one at the end of the paid period',
    access: 'user',
    ours: true,
    params: providerParams,
    query: z.strictObject({ type: PaidPlan }),
    reply: SwitchQuote,
  }),
  'POST /payment/:provider/switch-subscription/:id': op({
    summary: 'Change the plan, or cancel a scheduled change',
    access: 'user',
    ours: true,
    params: providerParams,
    body: z.strictObject({
      type: PaidPlan,
      /** The quoted amount. A different price is refused instead of charged. */
      amount: Money,
      cardId: Id.optional(),
      challengeAnswer: z.string().max(200).optional(),
    }),
    reply: Subscription,
    idempotent: true,
  }),
  'PUT /subscriptions/:id/card': op({
    summary: 'Change the card a subscription renews with; nothing is charged now',
    access: 'user',
    ours: true,
    params: IdParams,
    body: z.strictObject({ cardId: Id }),
    reply: Subscription,
  }),
  'POST /subscriptions/:id/accept-price': op({
    summary: 'Accept the creator’s new price, starting with the next period',
    access: 'user',
    ours: true,
    params: IdParams,
    /** The price that was shown. */
    body: z.strictObject({ price: Money }),
    reply: Subscription,
  }),
};
