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
  listOf,
} from './core/schemas.ts';
import { op } from './core/op.ts';

export const SubscriptionType = z.enum(['free', 'monthly', 'yearly']);
export type SubscriptionType = z.infer<typeof SubscriptionType>;
/** A plan that is paid for. */
export const PaidPlan = z.enum(['monthly', 'yearly']);
export const SubscriptionState = z.enum(['incomplete', 'active', 'past_due', 'cancelled', 'expired']);

/** As in `payment.ts`, which takes from here. */
const Provider = z.enum(['stripe', 'sandbox']);
const providerParams = z.strictObject({ provider: Provider, id: Id });

/** What a change of plan comes to. */
export const SwitchQuote = z.object({
  type: PaidPlan,
  /** Cents a period of that plan. */
  price: Money,
  /** What is left of the present period, in cents: taken off. */
  credit: Money,
  /** To pay now. */
  amount: Money,
  /** When the plan begins, and when its first period ends. */
  startsAt: Timestamp,
  periodEnd: Timestamp,
});
export type SwitchQuote = z.infer<typeof SwitchQuote>;

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
  /** Why the fan cancelled, in their words; null: they didn't say. */
  cancelReason: z.string().nullable(),
  /** Which gateway it is paid through; named when it is cancelled, resumed or switched. */
  provider: Provider,
  /** From the next period on, where that is another plan or price (cents) than now. */
  nextType: PaidPlan.nullable(),
  nextPrice: Money.nullable(),
  /**
   * What the creator asks today for the plan that comes next, where the fan pays another price: theirs stays
   * until they accept this one.
   */
  newPrice: Money.nullable(),
  /** Of one that is overdue: when the card is tried again. */
  retryAt: Timestamp.nullable(),
  /** The card that pays next; null for everybody but the fan. */
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      expMonth: z.int().describe('Month the card expires, 1 to 12.'),
      expYear: z.int().describe('Year the card expires, with four digits.'),
    })
    .nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** A subscription as its creator sees it, with what they know of the fan. */
export const Subscriber = Subscription.extend({
  /**
   * Cents that the fan has brought the creator, by subscriptions and otherwise, refunds taken off: their rows
   * in the earnings add up to it.
   */
  spend: SignedMoney,
  /** What it began with. */
  offer: z
    .object({
      _id: Id,
      kind: z.enum(['percent', 'trial']),
      percent: z.int().describe('Percent off the first period.').nullable(),
      days: z.int().describe('Number of free days.').nullable(),
    })
    .nullable(),
  /** The creator's own, for nobody else's eyes; empty: none. */
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
    reply: listOf(Subscriber),
  }),
  'PUT /subscriptions/performer/:id/note': op({
    summary: 'Set a private note about a subscriber; an empty one removes it',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: z.strictObject({
      note: z.string().trim().max(limits.text.reason, `Use at most ${limits.text.reason} characters.`),
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
    reply: listOf(Subscription),
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
      'Quote a plan change: monthly to yearly takes effect now, with credit for unused time; yearly to monthly at the end of the year',
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
      /** To pay now, as it was quoted: another amount is refused rather than charged. */
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
    /** As it was shown. */
    body: z.strictObject({ price: Money }),
    reply: Subscription,
  }),
};
