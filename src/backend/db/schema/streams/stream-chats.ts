import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { files } from '../files.ts';
import { transactionRef } from '../ledger.ts';
import { conversations } from '../messages.ts';

/** Who may write in the chat of a stream, besides its creator and moderators. */
export const chatAudiences = ['everyone', 'followers', 'subscribers'] as const;
const conversationRef = () =>
  uuid('conversation_id')
    .notNull()
    .references(() => conversations.id);

/** The rules of a stream's chat. */
export const streamChats = pgTable('stream_chats', {
  conversationId: conversationRef().primaryKey(),
  performerId: accountRef('performer_id'),
  /** Of the public or the private stream. */
  streamId: uuid('stream_id').notNull().unique('stream_chats_stream'),
  audience: text('audience', { enum: chatAudiences }).notNull().default('everyone'),
  slowSeconds: integer('slow_seconds').notNull().default(0),
  heldWords: list('held_words'),
  isClosed: boolean('is_closed').notNull().default(false),
  pinnedMessageId: uuid('pinned_message_id'),
  updatedAt: updatedAt(),
});

/** Chat messages of streams, apart from private messages: nobody in particular receives them. */
export const streamMessages = pgTable(
  'stream_messages',
  {
    id: id(),
    conversationId: conversationRef(),
    senderId: accountRef('sender_id'),
    clientId: text('client_id'),
    seq: integer('seq').notNull(),
    type: text('type', { enum: ['text', 'media', 'tip'] }).notNull(),
    text: text('text').notNull(),
    /** Of a tip. */
    transactionId: transactionRef('transaction_id'),
    tokens: tokens('tokens'),
    /** Waits for the creator or a moderator. */
    heldAt: at('held_at'),
    deletedAt: at('deleted_at'),
    deletedBy: uuid('deleted_by'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('stream_messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('stream_messages_client')
      .on(t.conversationId, t.senderId, t.clientId)
      .where(sql`client_id IS NOT NULL`),
    index('stream_messages_sender').on(t.conversationId, t.senderId, t.createdAt),
    index('stream_messages_held')
      .on(t.conversationId, t.seq)
      .where(sql`held_at IS NOT NULL AND deleted_at IS NULL`),
    index('stream_messages_transaction').on(t.transactionId),
  ],
);

export const streamMessageFiles = pgTable(
  'stream_message_files',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => streamMessages.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index('stream_message_files_file').on(t.fileId)],
);

/** A creator's moderators, for all their chats. */
export const streamModerators = pgTable(
  'stream_moderators',
  {
    performerId: accountRef('performer_id'),
    accountId: accountRef('account_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.accountId] })],
);

/** People banned from all chats of a creator. */
export const streamBans = pgTable(
  'stream_bans',
  {
    performerId: accountRef('performer_id'),
    accountId: accountRef('account_id'),
    bannedBy: accountRef('banned_by'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.accountId] })],
);
