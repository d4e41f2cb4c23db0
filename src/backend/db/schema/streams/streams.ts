import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, createdAt, id, list, tokens, updatedAt } from '../../columns.ts';
import { accountRef } from '../accounts.ts';
import { transactionRef } from '../ledger.ts';
import { conversations } from '../messages.ts';
import { chatAudiences } from './stream-chats.ts';

/** What a creator's streams begin with. A creator without a row has never changed anything. */
export const streamSettings = pgTable(
  'stream_settings',
  {
    performerId: accountRef('performer_id').primaryKey(),
    title: text('title').notNull().default(''),
    audience: text('audience', { enum: ['public', 'followers', 'subscribers'] })
      .notNull()
      .default('public'),
    price: tokens('price').notNull().default(0),
    includedInSubscription: boolean('included_in_subscription').notNull().default(false),
    replay: text('replay', { enum: ['none', 'draft', 'publish'] })
      .notNull()
      .default('none'),
    chatAudience: text('chat_audience', { enum: chatAudiences }).notNull().default('everyone'),
    slowSeconds: integer('slow_seconds').notNull().default(0),
    heldWords: list('held_words'),
    privateEnabled: boolean('private_enabled').notNull().default(false),
    perMinute: tokens('per_minute').notNull().default(20),
    spectatorsEnabled: boolean('spectators_enabled').notNull().default(false),
    spectatorPerMinute: tokens('spectator_per_minute').notNull().default(10),
    /** SHA-256 of the key with which an encoder publishes. Null until the creator asks for one. */
    encoderKeyHash: text('encoder_key_hash').unique('stream_settings_encoder_key'),
    updatedAt: updatedAt(),
  },
  () => [check('stream_settings_prices', sql`price >= 0 AND per_minute > 0 AND spectator_per_minute > 0`)],
);

/** Public streams. */
export const streams = pgTable(
  'streams',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    conversationId: uuid('conversation_id').references(() => conversations.id),
    title: text('title').notNull(),
    audience: text('audience', { enum: ['public', 'followers', 'subscribers'] }).notNull(),
    /** The price of watching; 0 is free. */
    price: tokens('price').notNull().default(0),
    includedInSubscription: boolean('included_in_subscription').notNull().default(false),
    replay: text('replay', { enum: ['none', 'draft', 'publish'] })
      .notNull()
      .default('none'),
    replayVideoId: uuid('replay_video_id'),
    tipGoal: tokens('tip_goal'),
    tipGoalText: text('tip_goal_text').notNull().default(''),
    state: text('state', { enum: ['scheduled', 'live', 'interrupted', 'ended', 'cancelled'] }).notNull(),
    scheduledAt: at('scheduled_at'),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    /** Since when the creator's media has been missing. */
    interruptedAt: at('interrupted_at'),
    /** When the creator's media last began to arrive; null while it doesn't. */
    mediaSince: at('media_since'),
    /** Seconds of media before `mediaSince`. */
    mediaSeconds: integer('media_seconds').notNull().default(0),
    /** What the creator's page reported; never used for anything but comparison. */
    reportedSeconds: integer('reported_seconds'),
    /** Raised when another tab takes the stream over, so that the earlier one can't publish any longer. */
    hostTurn: integer('host_turn').notNull().default(0),
    peak: integer('peak').notNull().default(0),
    /** When its creator last changed it. `updatedAt` moves every few seconds while it runs. */
    editedAt: at('edited_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('streams_performer').on(t.performerId, t.createdAt),
    uniqueIndex('streams_one_live')
      .on(t.performerId)
      .where(sql`state IN ('live', 'interrupted')`),
    index('streams_open')
      .on(t.state, t.scheduledAt, t.id)
      .where(sql`state IN ('scheduled', 'live', 'interrupted')`),
    unique('streams_conversation').on(t.conversationId),
    check('streams_price_bounds', sql`price >= 0`),
  ],
);

/** Who is reminded when an announced stream begins. */
export const streamReminders = pgTable(
  'stream_reminders',
  {
    streamId: uuid('stream_id')
      .notNull()
      .references(() => streams.id),
    accountId: accountRef('account_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.streamId, t.accountId] })],
);

/** Tips given during a public stream. Whether one was undone is known to the ledger. */
export const streamTips = pgTable(
  'stream_tips',
  {
    transactionId: transactionRef('transaction_id').notNull().primaryKey(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => streams.id),
    accountId: accountRef('account_id'),
    tokens: tokens('tokens').notNull(),
    undoneAt: at('undone_at'),
    createdAt: createdAt(),
  },
  (t) => [index('stream_tips_stream').on(t.streamId, t.accountId)],
);
