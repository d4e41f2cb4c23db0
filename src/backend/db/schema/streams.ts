import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';

export const streams = pgTable(
  'streams',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    type: text('type', { enum: ['public', 'private'] }).notNull(),
    audience: text('audience', { enum: ['public', 'followers', 'subscribers'] }).notNull(),
    /** The price of watching; 0 is free. */
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
