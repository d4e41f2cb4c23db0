import type { BasisPoints } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, tokens } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { ledgerTransactions, transactionRef } from './ledger.ts';

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
