import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, updatedAt } from '../columns.ts';
import { payments, transactionRef } from './ledger.ts';

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
