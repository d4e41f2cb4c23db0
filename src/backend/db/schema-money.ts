/* oxlint-disable max-lines -- every table of what is paid, owed and paid out in one place */
import type { BasisPoints } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, at, cents, createdAt, id, tokens, updatedAt } from './columns.ts';
import { accountRef, accounts, ledgerTransactions, payments, subscriptions } from './schema.ts';

/* Gateways, coupons, spend caps, promotions, payouts, and referrals. The conventions of `schema.ts` apply. */
const transactionRef = (name: string) => uuid(name).references(() => ledgerTransactions.id);

/** The gateway's customer record of an account. */
export const gatewayCustomers = pgTable(
  'gateway_customers',
  {
    accountId: accountRef('account_id'),
    gateway: text('gateway').notNull(),
    customerId: text('customer_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.gateway] })],
);

/**
 * Events from a gateway, stored once their signature has been verified. A job applies each in the transaction
 * of its effect.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** The gateway's id of the event. */
    id: text('id').primaryKey(),
    gateway: text('gateway').notNull(),
    type: text('type').notNull(),
    /** Already translated; see `GatewayEvent`. */
    payload: jsonb('payload').notNull(),
    /** When it happened, according to the gateway. */
    happenedAt: at('happened_at').notNull(),
    receivedAt: at('received_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    appliedAt: at('applied_at'),
    /** What applying it did, or why it did nothing. */
    outcome: text('outcome'),
    error: text('error'),
  },
  (t) => [
    index('webhook_events_open')
      .on(t.receivedAt)
      .where(sql`applied_at IS NULL`),
    index('webhook_events_received').on(t.receivedAt),
  ],
);

/** The receipt for a card payment, with names as they were at the time. */
export const receipts = pgTable('receipts', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => ledgerTransactions.id),
  /** The public receipt number. */
  number: text('number').notNull().unique('receipts_number'),
  sellerName: text('seller_name').notNull(),
  sellerEmail: text('seller_email').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email'),
  createdAt: createdAt(),
});

export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    gateway: text('gateway').notNull(),
    gatewayId: text('gateway_id').notNull().unique('disputes_gateway_id'),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: cents('amount').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    transactionId: transactionRef('transaction_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('disputes_payment').on(t.paymentId)],
);

/** A creator's account at the gateway, which payouts can go to. */
export const connectAccounts = pgTable('connect_accounts', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  gateway: text('gateway').notNull(),
  gatewayId: text('gateway_id').notNull().unique('connect_accounts_gateway_id'),
  payoutsEnabled: boolean('payouts_enabled').notNull().default(false),
  /** What the gateway still requires, in its own terms. */
  requirements: text('requirements')
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    /** Uppercase. */
    code: text('code').notNull().unique('coupons_code'),
    kind: text('kind', { enum: ['percent', 'fixed'] }).notNull(),
    /** Percent or cents, depending on `kind`. */
    off: amount('off').notNull(),
    appliesTo: text('applies_to', { enum: ['all', 'top_up', 'package', 'subscription'] }).notNull(),
    /** The minimum purchase for which it is valid. */
    minimum: cents('minimum').notNull().default(0),
    /** Only for accounts that have never paid by card. */
    firstPaymentOnly: boolean('first_payment_only').notNull().default(false),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at'),
    /** Null: unlimited. */
    maxUses: integer('max_uses'),
    perUser: integer('per_user').notNull().default(1),
    /** Counts reserved and completed uses. */
    uses: integer('uses').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  () => [
    check('coupons_uses', sql`uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)`),
    check('coupons_off', sql`off > 0 AND (kind = 'fixed' OR off <= 100)`),
  ],
);
/** Reserved while a payment is in progress, used when it succeeds, released when it fails. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id),
    accountId: accountRef('account_id'),
    paymentId: uuid('payment_id')
      .notNull()
      .unique('coupon_uses_payment')
      .references(() => payments.id),
    discount: cents('discount').notNull(),
    state: text('state', { enum: ['reserved', 'used', 'released'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('coupon_uses_account').on(t.couponId, t.accountId)],
);

/** A fan's limit on spending per calendar month, with one creator or in total (`performerId` null). */
export const spendCaps = pgTable(
  'spend_caps',
  {
    id: id(),
    accountId: accountRef('account_id'),
    performerId: uuid('performer_id').references(() => accounts.id),
    /** Per month. */
    amount: cents('amount').notNull(),
    /** A raised cap that takes effect at `nextAt`; -1 removes the cap. */
    nextAmount: cents('next_amount'),
    nextAt: at('next_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('spend_caps_one').on(t.accountId, t.performerId).nullsNotDistinct()],
);

/** A creator's offer for the first period of a subscription. */
export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    /** `trial` gives free days through a link. */
    kind: text('kind', { enum: ['percent', 'trial'] }).notNull(),
    /** Percent off the first period; null for a trial. */
    percent: integer('percent'),
    /** Days of a trial; null for a discount. */
    days: integer('days'),
    /** The plan it applies to; null means both. Trials have none. */
    plan: text('plan', { enum: ['monthly', 'yearly'] }),
    audience: text('audience', { enum: ['new', 'returning', 'all'] })
      .notNull()
      .default('all'),
    /** The code in a trial link; null for an offer shown on the profile. */
    code: text('code').unique('promotions_code'),
    message: text('message').notNull().default(''),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('promotions_performer').on(t.performerId, t.createdAt),
    check('promotions_uses', sql`uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)`),
    check(
      'promotions_kind',
      sql`(kind = 'percent') = (percent IS NOT NULL) AND (kind = 'trial') = (days IS NOT NULL)`,
    ),
  ],
);
/** One use per fan and promotion. Reserved while a payment is in progress, released if it fails. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: id(),
    promotionId: uuid('promotion_id')
      .notNull()
      .references(() => promotions.id),
    accountId: accountRef('account_id'),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    state: text('state', { enum: ['reserved', 'used', 'released'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('promotion_uses_once')
      .on(t.promotionId, t.accountId)
      .where(sql`state <> 'released'`),
    index('promotion_uses_payment').on(t.paymentId),
  ],
);

/** A creator's private note about a fan. */
export const subscriberNotes = pgTable(
  'subscriber_notes',
  {
    performerId: accountRef('performer_id'),
    userId: accountRef('user_id'),
    text: text('text').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.userId] })],
);

export const streams = pgTable(
  'streams',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    type: text('type', { enum: ['public', 'private'] }).notNull(),
    audience: text('audience', { enum: ['public', 'followers', 'subscribers'] }).notNull(),
    /** The price of watching; 0 is free. */
    price: tokens('price').notNull().default(0),
    includedInSubscription: boolean('included_in_subscription').notNull().default(false),
    state: text('state', { enum: ['scheduled', 'live', 'interrupted', 'ended'] }).notNull(),
    scheduledAt: at('scheduled_at'),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('streams_performer').on(t.performerId, t.createdAt),
    check('streams_price_bounds', sql`price >= 0`),
  ],
);

/**
 * A creator's payout destinations. Bank details are encrypted; the parts that are displayed are stored beside
 * them.
 */
export const payoutMethods = pgTable(
  'payout_methods',
  {
    id: id(),
    accountId: accountRef('account_id'),
    type: text('type', { enum: ['bank', 'connect'] }).notNull(),
    /** Encrypted JSON of the bank details; null for `connect`. */
    sealed: text('sealed'),
    /** What is displayed: holder, bank, country, and the last four characters. */
    shown: jsonb('shown').$type<PayoutMethodShown>().notNull(),
    /** Detects the same bank account (or Connect account) used by two people. */
    fingerprint: text('fingerprint').notNull(),
    isChosen: boolean('is_chosen').notNull().default(false),
    /** No payout goes to this method before this time. */
    lockedUntil: at('locked_until').notNull(),
    /** Hash of the token in the email that can undo the change; null once it can't be undone. */
    undoHash: text('undo_hash'),
    /** The method that was in use before this change. */
    previousId: uuid('previous_id'),
    replacedAt: at('replaced_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('payout_methods_account').on(t.accountId, t.createdAt),
    uniqueIndex('payout_methods_chosen')
      .on(t.accountId)
      .where(sql`is_chosen`),
    index('payout_methods_fingerprint').on(t.fingerprint),
  ],
);
export interface PayoutMethodShown {
  holder: string;
  bank: string;
  country: string;
  last4: string;
}

export const payoutRequests = pgTable(
  'payout_requests',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    methodId: uuid('method_id')
      .notNull()
      .references(() => payoutMethods.id),
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
    note: text('note').notNull().default(''),
    state: text('state', {
      enum: ['pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'failed'],
    }).notNull(),
    /** Why it was rejected or failed. */
    reason: text('reason'),
    /** The gateway's transfer id, or the bank's reference. */
    reference: text('reference'),
    /** The transaction that put the money on hold. */
    transactionId: transactionRef('transaction_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('payout_requests_one_open')
      .on(t.performerId)
      .where(sql`state IN ('pending', 'approved', 'processing')`),
    index('payout_requests_performer').on(t.performerId, t.createdAt, t.id),
    index('payout_requests_open')
      .on(t.createdAt)
      .where(sql`state IN ('pending', 'approved', 'processing')`),
    check('payout_requests_amount', sql`amount > 0`),
  ],
);
/** A payout's timeline. Append-only. */
export const payoutEvents = pgTable(
  'payout_events',
  {
    id: id(),
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payoutRequests.id),
    state: text('state').notNull(),
    /** `creator`, `operator`, or `gateway`. */
    by: text('by').notNull(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('payout_events_payout').on(t.payoutId, t.createdAt)],
);

export const referralCodes = pgTable('referral_codes', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  /** Lowercase. */
  code: text('code').notNull().unique('referral_codes_code'),
  createdAt: createdAt(),
});
/** Who referred whom. An account is referred once, for good. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    referrerId: accountRef('referrer_id'),
    referredId: uuid('referred_id')
      .notNull()
      .unique('referrals_referred')
      .references(() => accounts.id),
    /** Commission between these two times counts. */
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    /** The referrer's share of the commission, fixed when the referred account joined. */
    bps: integer('bps').$type<BasisPoints>().notNull(),
    /** Net commission counted so far. */
    commission: cents('commission').notNull().default(0),
    /** The part of it paid to the referrer. Fans receive it as tokens. */
    paid: cents('paid').notNull().default(0),
    /** For a fan, the tokens that `paid` was converted to. */
    tokens: tokens('tokens').notNull().default(0),
    voidedAt: at('voided_at'),
    voidReason: text('void_reason'),
    /** Transactions before this time have been processed. */
    seenUntil: at('seen_until').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('referrals_referrer').on(t.referrerId, t.createdAt, t.id),
    check('referrals_not_self', sql`referrer_id <> referred_id`),
  ],
);
/** A ledger transaction counts once for each referral it touches. */
export const referralCredits = pgTable(
  'referral_credits',
  {
    referralId: uuid('referral_id')
      .notNull()
      .references(() => referrals.id),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    /** The commission counted; negative for a reversal. */
    commission: cents('commission').notNull(),
    /** What the referrer earned from it. Fractions of a cent are carried over. */
    amount: cents('amount').notNull(),
    transactionId: transactionRef('transaction_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.referralId, t.sourceId] }),
    index('referral_credits_source').on(t.sourceId),
  ],
);

/**
 * Daily totals of a creator's earnings, for past days whose ledger rows can't change anymore. The current day
 * is read from the ledger itself.
 */
export const earningDays = pgTable(
  'earning_days',
  {
    performerId: accountRef('performer_id'),
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day, t.source] })],
);
/** Monthly totals of `earning_days`, as far as days have been added up. Yearly reports read these. */
export const earningMonths = pgTable(
  'earning_months',
  {
    performerId: accountRef('performer_id'),
    /** The first day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.month, t.source] })],
);
/**
 * What one fan (`fan`) or one item (`item`) brought in on a past day, for the lists of top fans and top
 * content. `key` is the fan's id, or the item's kind and id. Written together with `earning_days`.
 */
export const earningDayTops = pgTable(
  'earning_day_tops',
  {
    /** Not a foreign key, because checking it would cost a lookup for nearly every sale. */
    performerId: uuid('performer_id').notNull(),
    dimension: text('dimension', { enum: ['fan', 'item'] }).notNull(),
    key: text('key').notNull(),
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    // The key columns are in the order rows are written. A fan's own rows are few and read from the ledger.
    primaryKey({ name: 'earning_day_tops_pk', columns: [t.performerId, t.dimension, t.day, t.key] }),
    index('earning_day_tops_item')
      .on(t.performerId, t.key, t.day)
      .where(sql`dimension = 'item'`),
  ],
);
/** How far daily totals have been computed. The table has one row. */
export const earningClosing = pgTable(
  'earning_closing',
  {
    id: boolean('id').primaryKey().default(true),
    /** A ledger row dated before this day that is written from now on is recorded in `earning_late`. */
    closingUntil: date('closing_until', { mode: 'string' }).notNull(),
    /** Days before this one (in UTC) have been added up. */
    closedUntil: date('closed_until', { mode: 'string' }).notNull(),
  },
  () => [
    check('earning_closing_one', sql`id`),
    check('earning_closing_order', sql`closed_until <= closing_until`),
  ],
);
/**
 * Ledger rows written after, or while, their day was closed. The job adds those days up again. Filled by a
 * trigger.
 */
export const earningLate = pgTable('earning_late', {
  transactionId: uuid('transaction_id').primaryKey(),
  performerId: uuid('performer_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
});
