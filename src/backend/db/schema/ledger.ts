import type { PaidType } from '#lib/plans/bundles.ts';
import type { Cents, Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, cents, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { cards } from './payments.ts';
import { subscriptions } from './subscriptions.ts';

/* The ledger and the payments it books. A payment refers to its transaction, a transaction to the provider's
   event that caused it, and that event to its payment: in separate files these tables would import each
   other. */

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'wallet',
        'wallet_held',
        'earnings',
        'payout',
        'exchange',
        'gateway',
        'commission',
        'promotion',
        'losses',
        'gifts',
        'adjustments',
      ],
    }).notNull(),
    /** Null for the site's own accounts. */
    ownerId: uuid('owner_id').references(() => accounts.id),
    unit: text('unit', { enum: ['token', 'money'] }).notNull(),
    /**
     * A creator's earnings are split over several rows: a row admits one payment at a time, and many arrive
     * at once.
     */
    shard: integer('shard').notNull().default(0),
    /**
     * Cached sum of the postings. Null for the site's own accounts, because every payment would queue for
     * those rows.
     */
    balance: amount('balance'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_accounts_identity').on(t.kind, t.ownerId, t.unit, t.shard).nullsNotDistinct(),
    check(
      'ledger_accounts_fans_never_below_zero',
      sql`kind NOT IN ('wallet', 'wallet_held', 'payout') OR balance >= 0`,
    ),
    check('ledger_accounts_cache', sql`(owner_id IS NULL) = (balance IS NULL)`),
    check('ledger_accounts_shards', sql`shard = 0 OR kind = 'earnings'`),
  ],
);

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'top_up',
        'charge',
        'subscription',
        'refund',
        'grant',
        'hold',
        'release',
        'payout',
        'payout_returned',
        'payout_paid',
        'referral',
        'dispute',
        'gift',
        'adjustment',
      ],
    }).notNull(),
    /** For a charge, what was paid for (tip, feed, …); otherwise the same as `kind`. */
    subject: text('subject').notNull(),
    subjectId: uuid('subject_id'),
    /** The account that paid. */
    actorId: uuid('actor_id').references(() => accounts.id),
    /** The creator who earned. */
    performerId: uuid('performer_id').references(() => accounts.id),
    /** The text shown in the account's history. */
    description: text('description').notNull(),
    reversesId: uuid('reverses_id')
      .unique('ledger_transactions_reversed_once')
      .references((): AnyPgColumn => ledgerTransactions.id),
    /** The charge of which this refunds a part. Any number of parts can precede the reversal of the rest. */
    partOfId: uuid('part_of_id').references((): AnyPgColumn => ledgerTransactions.id),
    providerEventId: text('provider_event_id')
      .unique('ledger_transactions_provider_event')
      .references(() => providerEvents.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_transactions_actor').on(t.actorId, t.createdAt),
    index('ledger_transactions_performer').on(t.performerId, t.createdAt),
    index('ledger_transactions_part')
      .on(t.partOfId)
      .where(sql`part_of_id IS NOT NULL`),
    // Referral income of whoever received it: a fan (`actor_id`) or a creator (`performer_id`).
    index('ledger_transactions_referral')
      .on(sql`(coalesce(performer_id, actor_id))`, t.createdAt, t.id)
      .where(sql`kind = 'referral'`),
    // For what an item earned, and for the payments of one subscription.
    index('ledger_transactions_item')
      .on(t.subjectId, t.createdAt)
      .where(sql`performer_id IS NOT NULL`),
    // For one kind of sale, newest first, even if it is rare among all sales.
    index('ledger_transactions_source')
      .on(t.performerId, t.subject, t.createdAt, t.id)
      .where(sql`kind IN ('charge', 'subscription')`),
    // For kinds that are rare among many sales, so that the sales needn't be read.
    index('ledger_transactions_rare')
      .on(t.performerId, t.createdAt)
      .where(sql`kind IN ('refund', 'dispute', 'payout', 'payout_returned', 'referral', 'adjustment')`),
  ],
);

export const transactionRef = (name: string) => uuid(name).references(() => ledgerTransactions.id);

export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    unit: text('unit', { enum: ['token', 'money'] }).notNull(),
    amount: amount('amount').notNull(),
    /** Null for the site's own accounts. */
    balanceAfter: amount('balance_after'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_postings_account').on(t.accountId, t.seq),
    index('ledger_postings_transaction').on(t.transactionId),
    check('ledger_postings_not_zero', sql`amount <> 0`),
  ],
);

/**
 * One intent to pay by card. The gateway is called with this row's id as its idempotency key, outside any
 * database transaction.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: ['top_up', 'subscription', 'gift'] }).notNull(),
    /** The client's key, or a generated one if it sent none. */
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** After `discount`. */
    amount: cents('amount').notNull(),
    /** What a coupon took off. The site absorbs it. */
    discount: cents('discount').notNull().default(0),
    currency: text('currency').notNull(),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id),
    /**
     * The result of the cardholder's 3-D Secure challenge, saved before the gateway is asked so that a crash
     * can't lose it.
     */
    challengeAnswer: text('challenge_answer'),
    /** What to do when it succeeds: tokens and package of a top-up, or creator and plan of a subscription. */
    intent: jsonb('intent').$type<PaymentIntent>().notNull(),
    state: text('state', { enum: ['pending', 'challenge', 'succeeded', 'declined'] }).notNull(),
    chargeId: text('charge_id'),
    /** The gateway's id of the payment, once it has one. */
    gatewayRef: text('gateway_ref'),
    /** Why it was declined, as the payer reads it. */
    reason: text('reason'),
    /** The same as the gateway’s code, for whoever answers the payer. */
    declineCode: text('decline_code'),
    transactionId: uuid('transaction_id').references((): AnyPgColumn => ledgerTransactions.id),
    /** The reply sent, returned again for the same key. */
    reply: jsonb('reply'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('payments_key').on(t.accountId, t.idempotencyKey),
    index('payments_account').on(t.accountId, t.createdAt),
    index('payments_subscription').on(t.subscriptionId),
    index('payments_gateway_ref').on(t.gatewayRef),
    index('payments_transaction').on(t.transactionId),
  ],
);

export type PaymentIntent =
  | { kind: 'top_up'; tokens: Tokens; bonus: Tokens; packageId: string | null }
  /**
   * `price`: the price of a full period, which renewals charge, when this one costs less. `credit`: what the
   * unused rest of another plan's period took off.
   */
  | {
      kind: 'subscription';
      performerId: string;
      type: PaidType;
      renewal: boolean;
      price?: Cents;
      credit?: Cents;
    }
  | { kind: 'gift'; giftId: string; performerId: string; months: number; message: string };

/** Ensures that each provider event is applied once, in the transaction of its effect. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  gateway: text('gateway').notNull(),
  paymentId: uuid('payment_id').references(() => payments.id),
  createdAt: createdAt(),
});
