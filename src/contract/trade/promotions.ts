import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Id,
  IdParams,
  Money,
  OffsetPage,
  PerformerCard,
  PositiveMoney,
  SignedMoney,
  Timestamp,
  listReply,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { PaidPlan, Subscription } from './subscriptions.ts';

const { promotion: bounds } = limits;
export const PromotionAudience = z.enum(['new', 'returning', 'all']);
export type PromotionAudience = z.infer<typeof PromotionAudience>;
/** An offer is for a month or a year. Bundles have their own discount, and the two don't add up. */
export const OfferPlan = z.enum(['monthly', 'yearly']);
export type OfferPlan = z.infer<typeof OfferPlan>;
export const PromotionState = z.enum(['running', 'used_up', 'ended']);

export const Promotion = z.object({
  _id: Id,
  /** `percent`: off the first period, shown on the profile. `trial`: free days through a link. */
  kind: z.enum(['percent', 'trial']),
  percent: z.int().describe('Percent off the first period.').nullable(),
  days: z.int().describe('Number of free days.').nullable(),
  /** Null: both plans. */
  plan: OfferPlan.nullable(),
  audience: PromotionAudience,
  /** For a trial: the last segment of its link. */
  code: z.string().nullable(),
  message: z.string(),
  state: PromotionState,
  endsAt: Timestamp.nullable(),
  /** When the creator ended it. */
  endedAt: Timestamp.nullable(),
  maxUses: z.int().describe('Greatest number of uses; null: any number.').nullable(),
  uses: z.int().describe('Number of uses so far.'),
  left: z.int().describe('Number of uses left; null: any number.').nullable(),
  /** People who used it and subscribe now. */
  subscribers: z.int().describe('Number of subscribers.'),
  /** Cents its users have brought the creator in subscriptions since, after refunds. */
  earned: SignedMoney,
  createdAt: Timestamp,
});
export type Promotion = z.infer<typeof Promotion>;

/** The best offer for one plan, as shown on the profile. */
export const Offer = z.object({
  _id: Id,
  plan: OfferPlan,
  percent: z.int().describe('Percent off the first period.'),
  /** Cents for the first period, and for every later one. */
  price: Money,
  fullPrice: Money,
  left: z.int().describe('Number of uses left; null: any number.').nullable(),
  endsAt: Timestamp.nullable(),
  message: z.string(),
});
export type Offer = z.infer<typeof Offer>;

export const Trial = z.object({
  code: z.string(),
  days: z.int().describe('Number of free days.'),
  message: z.string(),
  state: PromotionState,
  left: z.int().describe('Number of uses left; null: any number.').nullable(),
  endsAt: Timestamp.nullable(),
  performer: PerformerCard,
  /** Why the viewer can't use it; null when they can (and for visitors, who must log in first). */
  refusal: z.enum(['own', 'subscribed', 'had']).nullable(),
});
export type Trial = z.infer<typeof Trial>;

const TrialParams = z.strictObject({ code: z.string().trim().toLowerCase().min(1).max(40) });
const terms = {
  maxUses: z
    .int()
    .describe('Greatest number of uses; null: any number.')
    .min(1, 'Enter at least 1.')
    .max(bounds.maxUses, `Enter at most ${bounds.maxUses}.`)
    .nullable()
    .default(null),
  endsAt: Timestamp.nullable().default(null),
  message: z.string().trim().max(bounds.message, `Use at most ${bounds.message} characters.`).default(''),
};
const between = ([min, max]: readonly [number, number]) =>
  z
    .int(`Enter a whole number from ${min} to ${max}.`)
    .min(min, `Enter at least ${min}.`)
    .max(max, `Enter at most ${max}.`);

/** A creator's offers for a first period, and trial links. None of it is part of the specification. */
export const promotions = {
  'GET /promotions/search': op({
    summary: 'Your offers and trial links, newest first, with their results',
    access: 'performer',
    ours: true,
    query: z.strictObject({ ...OffsetPage, kind: z.enum(['percent', 'trial']).optional() }),
    reply: listReply(Promotion),
  }),
  'POST /promotions': op({
    summary: 'Create an offer: a discount on the first period',
    access: 'performer',
    ours: true,
    creates: true,
    status: 201,
    reply: Promotion,
    body: z.strictObject({
      percent: between(bounds.percent).describe('Percent off the first period.'),
      plan: OfferPlan.nullable().default(null),
      audience: PromotionAudience.default('all'),
      ...terms,
    }),
  }),
  'POST /promotions/trial': op({
    summary: 'Create a trial link',
    access: 'performer',
    ours: true,
    creates: true,
    status: 201,
    reply: Promotion,
    body: z.strictObject({ days: between(bounds.trialDays).describe('Number of free days.'), ...terms }),
  }),
  'PUT /promotions/:id/end': op({
    summary: 'End an offer or a trial link early',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Promotion,
  }),
  'GET /promotions/performer/:id': op({
    summary: 'A creator’s best offer for each plan, for the caller',
    access: 'anyone',
    ours: true,
    params: IdParams,
    reply: z.object({ data: z.array(Offer), total: z.int().describe('Number of items in the whole list.') }),
  }),
  'GET /promotions/trial/:code': op({
    summary: 'What a trial link includes',
    access: 'anyone',
    ours: true,
    params: TrialParams,
    reply: Trial,
  }),
  'POST /promotions/trial/:code': op({
    summary: 'Start the free trial of a trial link; it ends automatically and never charges',
    access: 'user',
    ours: true,
    status: 201,
    params: TrialParams,
    reply: Subscription,
  }),
};

/** As typed, ignoring case and surrounding spaces. */
export const CouponCode = z.string().trim().toUpperCase().min(1).max(40);
export const CouponEffect = z.object({
  code: z.string(),
  /** `value` is in percent or cents. */
  kind: z.enum(['percent', 'fixed']),
  value: z.int().describe('Percent, or an amount in cents; `kind` says which.'),
  before: Money,
  off: Money,
  after: Money,
  endsAt: Timestamp.nullable(),
});
export type CouponEffect = z.infer<typeof CouponEffect>;

export const coupons = {
  'POST /coupons/:code/apply-coupon': op({
    summary: 'Preview a coupon on a top-up, a package or a new subscription; nothing is charged or redeemed',
    access: 'user',
    params: z.strictObject({ code: CouponCode }),
    body: z.strictObject({
      target: z.union([
        z.strictObject({ amount: PositiveMoney }),
        z.strictObject({ packageId: Id }),
        z.strictObject({ performerId: Id, type: PaidPlan }),
      ]),
    }),
    reply: CouponEffect,
  }),
};
