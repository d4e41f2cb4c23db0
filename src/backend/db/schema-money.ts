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

/* Gateways, coupons, caps, promotions, payouts, referrals. The same habits as in `schema.ts`. */
const transactionRef = (name: string) => uuid(name).references(() => ledgerTransactions.id);

/** An account as the gateway knows it. */
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

/** What a gateway reported, signed and read once; a job applies each in the transaction of its effect. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** The gateway's own id. */
    id: text('id').primaryKey(),
    gateway: text('gateway').notNull(),
    type: text('type').notNull(),
    /** In our own words, see `GatewayEvent`. */
    payload: jsonb('payload').notNull(),
    /** When the gateway says that it happened. */
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

/** What stands on paper for a card payment: who paid whom, as they were called then. */
export const receipts = pgTable('receipts', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => ledgerTransactions.id),
  /** For people. */
  number: text('number').notNull().unique('receipts_number'),
  sellerName: text('seller_name').notNull(),
  sellerEmail: text('seller_email').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email'),
  createdAt: createdAt(),
});

/** A payment that its cardholder disputes with the bank. */
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

/** A creator's account at the gateway, where payouts can go. */
export const connectAccounts = pgTable('connect_accounts', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  gateway: text('gateway').notNull(),
  gatewayId: text('gateway_id').notNull().unique('connect_accounts_gateway_id'),
  payoutsEnabled: boolean('payouts_enabled').notNull().default(false),
  /** What the gateway still asks for, in its own words. */
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
    /** Upper case. */
    code: text('code').notNull().unique('coupons_code'),
    kind: text('kind', { enum: ['percent', 'fixed'] }).notNull(),
    /** Percent, or cents. */
    off: amount('off').notNull(),
    appliesTo: text('applies_to', { enum: ['all', 'top_up', 'package', 'subscription'] }).notNull(),
    /** What has to be paid before it counts. */
    minimum: cents('minimum').notNull().default(0),
    /** Only for who has never paid by card. */
    firstPaymentOnly: boolean('first_payment_only').notNull().default(false),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at'),
    /** Null: no limit. */
    maxUses: integer('max_uses'),
    perUser: integer('per_user').notNull().default(1),
    /** Reserved and used ones. */
    uses: integer('uses').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  () => [
    check('coupons_uses', sql`uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)`),
    check('coupons_off', sql`off > 0 AND (kind = 'fixed' OR off <= 100)`),
  ],
);
/** Taken while a payment is under way, used when it succeeds, given back when it doesn't. */
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
    /** What was taken off. */
    discount: cents('discount').notNull(),
    state: text('state', { enum: ['reserved', 'used', 'released'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('coupon_uses_account').on(t.couponId, t.accountId)],
);

/**
 * What a fan doesn't want to go beyond: in a calendar month with everybody (`performerId` null) or with one
 * creator.
 */
export const spendCaps = pgTable(
  'spend_caps',
  {
    id: id(),
    accountId: accountRef('account_id'),
    performerId: uuid('performer_id').references(() => accounts.id),
    /** A month. */
    amount: cents('amount').notNull(),
    /** A higher one (or none: -1) that takes effect later. */
    nextAmount: cents('next_amount'),
    nextAt: at('next_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('spend_caps_one').on(t.accountId, t.performerId).nullsNotDistinct()],
);

/** A creator's offer for a first period. */
export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    /** `trial`: free days by a link. */
    kind: text('kind', { enum: ['percent', 'trial'] }).notNull(),
    /** Percent off the first period; null of a trial. */
    percent: integer('percent'),
    /** Days of a trial; null of a discount. */
    days: integer('days'),
    /** Which plan it is for; null: both. Trials have none. */
    plan: text('plan', { enum: ['monthly', 'yearly'] }),
    audience: text('audience', { enum: ['new', 'returning', 'all'] })
      .notNull()
      .default('all'),
    /** Of a trial link; null of an offer that stands on the profile. */
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
/** Once a fan and promotion. Taken while a payment is under way, given back when it fails. */
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

/** What a creator wrote down about a fan, for nobody else's eyes. */
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
    /** To watch it; 0: nothing. */
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

/** Where a creator's payouts go. Bank details are sealed; what is shown of them stands beside. */
export const payoutMethods = pgTable(
  'payout_methods',
  {
    id: id(),
    accountId: accountRef('account_id'),
    type: text('type', { enum: ['bank', 'connect'] }).notNull(),
    /** Sealed JSON of the bank details; null of `connect`. */
    sealed: text('sealed'),
    /** For people: holder, bank, country and the last four characters. */
    shown: jsonb('shown').$type<PayoutMethodShown>().notNull(),
    /** Tells the same bank account (or Connect account) of two people. */
    fingerprint: text('fingerprint').notNull(),
    isChosen: boolean('is_chosen').notNull().default(false),
    /** No payout goes there before. */
    lockedUntil: at('locked_until').notNull(),
    /** Of the mail that can take the change back; null once it can't. */
    undoHash: text('undo_hash'),
    /** The method that was chosen before this change. */
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
    /** The transfer at the gateway, or the bank's reference. */
    reference: text('reference'),
    /** Set the money aside. */
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
/** What happened to a payout, for its timeline. Only ever added to. */
export const payoutEvents = pgTable(
  'payout_events',
  {
    id: id(),
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payoutRequests.id),
    state: text('state').notNull(),
    /** `creator`, `operator` or `gateway`. */
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
  /** Lower case. */
  code: text('code').notNull().unique('referral_codes_code'),
  createdAt: createdAt(),
});
/** Who came by whom: once an account, for ever. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    referrerId: accountRef('referrer_id'),
    referredId: uuid('referred_id')
      .notNull()
      .unique('referrals_referred')
      .references(() => accounts.id),
    /** Commission from here to there counts. */
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Of the commission, as it was when they joined. */
    bps: integer('bps').$type<BasisPoints>().notNull(),
    /** Net commission that counted. */
    commission: cents('commission').notNull().default(0),
    /** What was paid of it; to a fan as tokens. */
    paid: cents('paid').notNull().default(0),
    /** Of a fan: the tokens that `paid` became. */
    tokens: tokens('tokens').notNull().default(0),
    voidedAt: at('voided_at'),
    voidReason: text('void_reason'),
    /** Everything before it was looked at. */
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
    /** The commission that counted; below zero of a reversal. */
    commission: cents('commission').notNull(),
    /** What it brought the referrer; the fraction of a cent is carried. */
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
 * Sums of a creator's past days, from ledger rows that can't change any more; the present is read from the
 * ledger itself.
 */
export const earningDays = pgTable(
  'earning_days',
  {
    performerId: accountRef('performer_id'),
    /** UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day, t.source] })],
);
/**
 * The same by month: sums of a month's days, as far as they are added up. Years of a creator are read as
 * months.
 */
export const earningMonths = pgTable(
  'earning_months',
  {
    performerId: accountRef('performer_id'),
    /** Its first day. */
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
 * What one fan (`fan`) or one item (`item`) brought on a past day; `key` is the fan's id, or the item's kind
 * and id. Made together with `earning_days`, for the lists of who and what brought most.
 */
export const earningDayTops = pgTable(
  'earning_day_tops',
  {
    /** No key to the accounts: it would be looked up once for nearly every sale. */
    performerId: uuid('performer_id').notNull(),
    dimension: text('dimension', { enum: ['fan', 'item'] }).notNull(),
    key: text('key').notNull(),
    /** UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    // In the order in which they are written. The rows of one fan are few, and read from the ledger.
    primaryKey({ name: 'earning_day_tops_pk', columns: [t.performerId, t.dimension, t.day, t.key] }),
    index('earning_day_tops_item')
      .on(t.performerId, t.key, t.day)
      .where(sql`dimension = 'item'`),
  ],
);
/** How far the days are added up: one row. */
export const earningClosing = pgTable(
  'earning_closing',
  {
    id: boolean('id').primaryKey().default(true),
    /** A ledger row of a day before it, written from now on, is noted in `earning_late`. */
    closingUntil: date('closing_until', { mode: 'string' }).notNull(),
    /** Days before it are added up (UTC). */
    closedUntil: date('closed_until', { mode: 'string' }).notNull(),
  },
  () => [
    check('earning_closing_one', sql`id`),
    check('earning_closing_order', sql`closed_until <= closing_until`),
  ],
);
/**
 * Ledger rows that came after their day was closed, or while it was: the job adds their days up again.
 * Written by a trigger.
 */
export const earningLate = pgTable('earning_late', {
  transactionId: uuid('transaction_id').primaryKey(),
  performerId: uuid('performer_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
});
