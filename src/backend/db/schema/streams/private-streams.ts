import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, tokens, updatedAt } from '../../columns.ts';
import { accountRef } from '../accounts.ts';
import { transactionRef } from '../ledger.ts';
import { conversations } from '../messages.ts';

/** One-to-one streams, paid by the minute. Prices are those at the time of the request. */
export const privateStreams = pgTable(
  'private_streams',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    /** The fan who asked. */
    accountId: accountRef('account_id'),
    conversationId: uuid('conversation_id')
      .notNull()
      .unique('private_streams_conversation')
      .references(() => conversations.id),
    note: text('note').notNull().default(''),
    state: text('state', {
      enum: ['requested', 'later', 'accepted', 'live', 'paused', 'ended', 'declined', 'cancelled', 'expired'],
    }).notNull(),
    perMinute: tokens('per_minute').notNull(),
    spectatorsEnabled: boolean('spectators_enabled').notNull().default(false),
    spectatorPerMinute: tokens('spectator_per_minute').notNull(),
    endReason: text('end_reason', { enum: ['creator', 'fan', 'tokens', 'interrupted', 'access'] }),
    expiresAt: at('expires_at'),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('private_streams_performer').on(t.performerId, t.createdAt),
    index('private_streams_account').on(t.accountId, t.createdAt),
    uniqueIndex('private_streams_one_open')
      .on(t.performerId, t.accountId)
      .where(sql`state IN ('requested', 'later', 'accepted', 'live', 'paused')`),
    uniqueIndex('private_streams_one_running')
      .on(t.performerId)
      .where(sql`state IN ('accepted', 'live', 'paused')`),
    check('private_streams_prices', sql`per_minute > 0 AND spectator_per_minute > 0`),
  ],
);

/** One person's meter on a private stream: the fan's, and one for each spectator. */
export const streamMeters = pgTable(
  'stream_meters',
  {
    id: id(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => privateStreams.id),
    accountId: accountRef('account_id'),
    isSpectator: boolean('is_spectator').notNull(),
    perMinute: tokens('per_minute').notNull(),
    state: text('state', { enum: ['open', 'closed'] }).notNull(),
    /** Tokens on hold in the wallet for this meter. */
    heldTokens: tokens('held_tokens').notNull(),
    /** Charged, once closed or while it runs. */
    charged: tokens('charged').notNull().default(0),
    /** Tokens set apart and returned unused, once closed. */
    refundedTokens: tokens('refunded_tokens').notNull().default(0),
    /** Seconds of media that were metered before `runningSince`. */
    seconds: integer('seconds').notNull().default(0),
    /** Since when it runs; null while media is down. */
    runningSince: at('running_since'),
    /** The time until which the server has seen media, beyond which a crash charges nothing. */
    mediaConfirmedUntil: at('media_confirmed_until'),
    openedAt: at('opened_at').notNull(),
    closedAt: at('closed_at'),
  },
  (t) => [
    uniqueIndex('stream_meters_open')
      .on(t.streamId, t.accountId)
      .where(sql`state = 'open'`),
    index('stream_meters_stream').on(t.streamId),
    check('stream_meters_amounts', sql`held_tokens >= 0 AND charged >= 0 AND seconds >= 0`),
  ],
);

/** Intervals of media and of pause, for the statement. */
export const streamIntervals = pgTable(
  'stream_intervals',
  {
    id: id(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => privateStreams.id),
    kind: text('kind', { enum: ['media', 'pause'] }).notNull(),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [index('stream_stretches_stream').on(t.streamId, t.startedAt)],
);

/** Every charge of a meter. A long stream is charged in several steps. */
export const meterCharges = pgTable(
  'meter_charges',
  {
    transactionId: transactionRef('transaction_id').notNull().primaryKey(),
    meterId: uuid('meter_id')
      .notNull()
      .references(() => streamMeters.id),
    tokens: tokens('tokens').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('meter_charges_meter').on(t.meterId)],
);
