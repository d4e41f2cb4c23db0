import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { cards } from './payments.ts';

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: accountRef('user_id'),
    performerId: accountRef('performer_id'),
    type: text('type', { enum: ['free', 'gift', 'monthly', 'quarterly', 'semiannual', 'yearly'] }).notNull(),
    state: text('state', { enum: ['incomplete', 'active', 'past_due', 'cancelled', 'expired'] }).notNull(),
    /** Per period. */
    price: cents('price').notNull(),
    cardId: uuid('card_id').references((): AnyPgColumn => cards.id),
    gateway: text('gateway').notNull(),
    startedAt: at('started_at').notNull(),
    /** Access lasts until this time, whatever `state` says: a job updates the state a little later. */
    periodEnd: at('period_end').notNull(),
    /**
     * The date that periods are counted from, so that the 31st stays the 31st after a February. Null:
     * `startedAt`.
     */
    billingAnchor: at('billing_anchor'),
    /** Failed attempts to renew the current period, and when the next one is due. */
    retries: integer('retries').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    cancelledAt: at('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** Takes effect with the next period: another plan, or a new price the fan accepted. */
    nextType: text('next_type', { enum: ['monthly', 'quarterly', 'semiannual', 'yearly'] }),
    nextPrice: cents('next_price'),
    /** Months of the present period that were a gift: nobody is credited for them. */
    giftMonths: integer('gift_months').notNull().default(0),
    /** The period end for which the renewal notice was sent. */
    renewalNoticePeriodEnd: at('renewal_notice_period_end'),
    /** The offer it started with. */
    promotionId: uuid('promotion_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // A fan has at most one open subscription to a creator. `incomplete` reserves that place while the first
    // payment is in progress.
    uniqueIndex('subscriptions_one_open')
      .on(t.userId, t.performerId)
      .where(sql`state IN ('incomplete', 'active', 'past_due', 'cancelled')`),
    index('subscriptions_user').on(t.userId, t.performerId),
    index('subscriptions_performer').on(t.performerId, t.state, t.createdAt),
    index('subscriptions_performer_started')
      .on(t.performerId, t.startedAt, t.id)
      .where(sql`state <> 'incomplete'`),
    index('subscriptions_lost')
      .on(t.performerId, t.periodEnd)
      .where(sql`state = 'expired'`),
    index('subscriptions_due')
      .on(t.periodEnd)
      .where(sql`state IN ('active', 'past_due', 'cancelled')`),
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
