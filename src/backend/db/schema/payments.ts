import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
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
