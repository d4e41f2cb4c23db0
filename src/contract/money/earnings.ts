import { z } from 'zod';
import {
  Id,
  KeyPage,
  Money,
  PerformerCard,
  SignedMoney,
  Timestamp,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

/**
 * What was paid for. `refund` includes lost disputes. `referral`, `payout` and `adjustment` change the
 * balance but aren't sales.
 */
export const EarningSource = z.enum([
  'subscription',
  'tip',
  'feed',
  'product',
  'video',
  'gallery',
  'message',
  'stream',
  'auction',
  'first_message',
  'refund',
  'referral',
  'payout',
  'adjustment',
]);
/** Which rows a figure includes. `earned`: sales and refunds. `all`: everything that changes the balance. */
export const EarningPart = z.enum([
  'earned',
  'sales',
  'refunds',
  'referrals',
  'payouts',
  'adjustments',
  'all',
]);
/** Kinds of items a fan can pay for. `tip` means tips on a post. */
export const EarningItemKind = z.enum([
  'feed',
  'video',
  'gallery',
  'product',
  'message',
  'stream',
  'auction',
  'tip',
]);
const SubscriberMove = z.enum(['new', 'renewed', 'lost']);

/** `from` is inclusive, `to` exclusive. */
const Range = { from: Timestamp.optional(), to: Timestamp.optional() };
const Totals = z.object({ gross: SignedMoney, commission: SignedMoney, net: SignedMoney });
const Figures = Totals.extend({ count: z.int().describe('Number of payments.') });
/** Paying subscribers: first payments, renewals, and subscriptions whose paid time ended for good. */
const Subscribers = z.object({
  new: z.int().describe('Number of new subscribers.'),
  renewed: z.int().describe('Number of renewals.'),
  lost: z.int().describe('Number of subscriptions that ended.'),
});
const RangeFigures = z.object({
  /** Sales and refunds. */
  total: Figures,
  sales: Figures,
  refunds: Figures,
  /** Not included in `total`. */
  referrals: Figures,
  subscribers: Subscribers,
});
/** One day in the creator's time zone: `gross` and `commission` of its sales, its refunds, and the creator's net of both. */
const DayFigures = z.object({
  day: z.iso.date(),
  gross: SignedMoney,
  commission: SignedMoney,
  refunds: SignedMoney,
  net: SignedMoney,
  count: z.int().describe('Number of payments.'),
});
const EarningItem = z.object({ kind: EarningItemKind, _id: Id });

const line = (max: number) => lineText().max(max, `Use at most ${max} characters.`);
/** Who a creator is to tax offices, as printed on statements. The server checks that the country exists. */
export const BillingDetails = z.strictObject({
  /** A person's or a company's. */
  name: line(150).min(1, 'Enter your legal name.'),
  line1: line(150).min(1, 'Enter a street address.'),
  line2: line(150).default(''),
  city: line(100).min(1, 'Enter a city.'),
  state: line(100).default(''),
  zip: line(20)
    .regex(/^[\p{L}\p{N} -]*$/u, 'Use only letters, digits, spaces and dashes.')
    .default(''),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list.'),
  taxNumber: line(40)
    .regex(/^[\p{L}\p{N} ./-]*$/u, 'Use only letters, digits, spaces, dots, slashes and dashes.')
    .default(''),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** A side of a statement. */
const Party = z.object({
  name: z.string(),
  /** Lines of the postal address; empty when none was entered. */
  address: z.array(z.string()),
  taxNumber: z.string(),
});
const Balances = {
  opening: SignedMoney,
  sales: Figures,
  refunds: Figures,
  referrals: Figures,
  payouts: Figures,
  adjustments: Figures,
  closing: SignedMoney,
};
const Year = z.string().regex(/^(19[7-9]\d|2\d{3})$/, 'Choose a year.');

/** A month such as `2026-03`, in UTC. */
export const Month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, 'Choose a month.');
/** A creator's statement of one month, from opening to closing balance. */
export const EarningStatement = z.object({
  /** The same whenever it is opened, and no other statement's. */
  number: z.string(),
  from: Timestamp,
  to: Timestamp,
  /** The month isn't over, so `closing` is the current balance. */
  isOpen: z.boolean(),
  currency: z.string(),
  /** The site, which takes the payments and keeps its fee. */
  site: Party,
  /** The creator; the name of the profile until billing details are entered. */
  performer: Party,
  ...Balances,
  bySource: z.array(Figures.extend({ source: EarningSource })),
});
export type EarningStatement = z.infer<typeof EarningStatement>;

export const earnings = {
  'GET /performer/earning/stats': op({
    summary: 'Your earnings in a date range, in cents',
    access: 'performer',
    query: z.strictObject(Range),
    reply: RangeFigures.extend({
      /** Payouts minus those that were returned. */
      payouts: Figures,
      /** Corrections by the site. */
      adjustments: Figures,
      bySource: z.array(Figures.extend({ source: EarningSource })),
      /** Days with sales or refunds, oldest first; for a longer range, only the last 400 days. */
      byDay: z.array(DayFigures),
      /** The preceding range of the same length; null when the range has no start. */
      previous: RangeFigures.extend({ from: Timestamp, to: Timestamp }).nullable(),
      /** `total` and `available` are negative when a sale was refunded after it was paid out. */
      balance: z.object({
        total: SignedMoney,
        available: SignedMoney,
        onHold: Money,
        setAside: Money,
        nextAvailableAt: Timestamp.nullable(),
      }),
    }),
  }),
  'GET /performer/earning/tops': op({
    summary: 'Top fans and items by earnings in a date range',
    access: 'performer',
    query: z.strictObject(Range),
    reply: z.object({
      users: z.array(Figures.extend({ user: PerformerCard })),
      /** `title` is null when the item has none or was deleted. */
      items: z.array(Figures.extend({ item: EarningItem, title: z.string().nullable() })),
    }),
    ours: true,
  }),
  'GET /performer/earning/search': op({
    summary: 'The payments behind the figures, newest first, with their totals',
    access: 'performer',
    query: z.strictObject({
      ...KeyPage,
      ...Range,
      source: EarningSource.optional(),
      part: EarningPart.optional(),
      userId: Id.optional(),
      /** Requires `itemId`. */
      itemKind: EarningItemKind.optional(),
      itemId: Id.optional(),
      /** `lost` lists the last payment of each subscription that ended in the range. */
      subscribers: SubscriberMove.optional(),
    }),
    reply: listReply(
      z.object({
        _id: Id,
        source: EarningSource,
        description: z.string(),
        user: PerformerCard.nullable(),
        item: EarningItem.nullable(),
        gross: SignedMoney,
        commission: SignedMoney,
        net: SignedMoney,
        availableAt: Timestamp.nullable().describe('Null while a problem with its order is open.'),
        createdAt: Timestamp,
      }),
    ).extend({ sums: Totals }),
  }),
  'GET /performer/earning/statement': op({
    summary: 'Your statement for a month, from opening to closing balance',
    access: 'performer',
    query: z.strictObject({ month: Month }),
    reply: EarningStatement,
    ours: true,
  }),
  'GET /performer/earning/year': op({
    summary: 'Your statements of a year: each month from opening to closing balance',
    access: 'performer',
    query: z.strictObject({ year: Year }),
    reply: z.object({
      currency: z.string(),
      site: Party,
      performer: Party,
      /** The months that have begun, oldest first. */
      months: z.array(
        z.object({
          month: z.string().describe('Such as `2026-03`..'),
          number: z.string(),
          isOpen: z.boolean(),
          ...Balances,
        }),
      ),
      /** Of all of these months together. */
      total: z.object(Balances),
    }),
    ours: true,
  }),
  'GET /performer/billing-details': op({
    summary: 'The name, address and tax number on your statements; null until they are entered',
    access: 'performer',
    reply: z.object({ details: BillingDetails.nullable() }),
    ours: true,
  }),
  'PUT /performer/billing-details': op({
    summary: 'Change the name, address and tax number on your statements',
    access: 'performer',
    body: BillingDetails,
    reply: z.object({ details: BillingDetails.nullable() }),
    ours: true,
  }),
};
