import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Wallet } from '#contract/core/cards.ts';
import { at, createdAt, id } from '../columns.ts';
import { accountRef } from './accounts.ts';

/* The `payments` table itself is in `ledger.ts`, which says why. */

export const cards = pgTable(
  'cards',
  {
    id: id(),
    accountId: accountRef('account_id'),
    gateway: text('gateway').notNull(),
    gatewayId: text('gateway_id').notNull(),
    brand: text('brand').notNull(),
    /** Empty for a Link account, which has no number. */
    last4: text('last4').notNull(),
    /** Null for a Link account, which doesn't expire. */
    expMonth: integer('exp_month'),
    expYear: integer('exp_year'),
    /** The wallet that it was added from; null for a card that was typed. */
    wallet: text('wallet').$type<Wallet>(),
    /** The same for the same card, even when two accounts saved it. */
    fingerprint: text('fingerprint'),
    isDefault: boolean('is_default').notNull().default(false),
    removedAt: at('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [index('cards_account').on(t.accountId, t.createdAt)],
);

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
