import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { amount, at, cents, createdAt, id } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { payments } from './ledger.ts';

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
