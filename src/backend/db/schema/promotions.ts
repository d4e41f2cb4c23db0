import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { payments, transactionRef } from './ledger.ts';
import { subscriptions } from './subscriptions.ts';

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

/** Months of a creator's subscription that someone paid for someone else. Written once they are paid. */
export const gifts = pgTable(
  'gifts',
  {
    id: id(),
    giverId: accountRef('giver_id'),
    performerId: accountRef('performer_id'),
    months: integer('months').notNull(),
    /** What was paid for all months. */
    price: cents('price').notNull(),
    message: text('message').notNull().default(''),
    /** The last segment of the link. */
    code: text('code').notNull().unique('gifts_code'),
    state: text('state', { enum: ['open', 'redeemed', 'refunded'] }).notNull(),
    /** The payment's ledger transaction; the money waits for whoever redeems the gift. */
    paidId: transactionRef('paid_id').notNull(),
    /** The sale to the creator, once it is redeemed. */
    saleId: transactionRef('sale_id'),
    redeemedBy: uuid('redeemed_by').references(() => accounts.id),
    redeemedAt: at('redeemed_at'),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id),
    /** If nobody has redeemed it by then, the giver gets the money back. */
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('gifts_giver').on(t.giverId, t.createdAt),
    index('gifts_open')
      .on(t.expiresAt)
      .where(sql`state = 'open'`),
    index('gifts_performer').on(t.performerId),
    index('gifts_redeemed_by').on(t.redeemedBy),
    index('gifts_subscription').on(t.subscriptionId),
    check('gifts_redeemed', sql`(state = 'redeemed') <= (redeemed_at IS NOT NULL AND sale_id IS NOT NULL)`),
  ],
);
