import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { transactionRef } from './ledger.ts';

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
      enum: ['pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'failed', 'returned'],
    }).notNull(),
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
    by: text('actor').notNull(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('payout_events_payout').on(t.payoutId, t.createdAt)],
);

/** While one is in force, nothing is paid out to a creator. */
export const payoutHolds = pgTable(
  'payout_holds',
  {
    accountId: accountRef('account_id'),
    /** The decision that it follows from. */
    decisionId: uuid('decision_id').notNull(),
    /** When it ends by itself; null if it doesn't. */
    until: at('until'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.decisionId] })],
);
