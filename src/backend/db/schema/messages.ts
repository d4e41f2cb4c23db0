import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { at, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { files } from './files.ts';
import { ledgerTransactions, transactionRef } from './ledger.ts';

export const conversations = pgTable('conversations', {
  id: id(),
  type: text('type', { enum: ['private', 'public_stream', 'private_stream'] }).notNull(),
  /**
   * For a private conversation: both account ids joined, the lower one first, so that a pair has only one.
   */
  pairKey: text('pair_key').unique('conversations_pair'),
  lastSeq: integer('last_seq').notNull().default(0),
  /** Number of the latest change: each edit, reaction and deletion of a message takes the next one. */
  lastChange: integer('last_change').notNull().default(0),
  lastMessageId: uuid('last_message_id'),
  lastMessageAt: at('last_message_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    accountId: accountRef('account_id'),
    otherId: accountRef('other_id'),
    unread: integer('unread').notNull().default(0),
    readSeq: integer('read_seq').notNull().default(0),
    readAt: at('read_at'),
    /**
     * When this member last wrote; null until they do. A creator may reply to anyone who has written to them.
     */
    wroteAt: at('wrote_at'),
    /** Copied from the conversation, so that listing a member's conversations is one index scan. */
    lastMessageAt: at('last_message_at').notNull(),
    /**
     * Which list this member finds the conversation in. `requests`: the other member wrote first and waits for
     * an answer.
     */
    folder: text('folder', { enum: ['inbox', 'requests', 'archived'] })
      .notNull()
      .default('inbox'),
    /** Pinned conversations stand first in their list. */
    isPinned: boolean('is_pinned').notNull().default(false),
    /** Muted conversations count unread messages but never notify. */
    isMuted: boolean('is_muted').notNull().default(false),
    /** Marked as unread by the member; opening the conversation ends it. */
    isMarkedUnread: boolean('is_marked_unread').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.accountId] }),
    index('conversation_members_list').on(
      t.accountId,
      t.folder,
      t.isPinned,
      t.lastMessageAt,
      t.conversationId,
    ),
  ],
);

/** Who may write to a creator first. A creator without a row accepts messages from everyone. */
export const messageSettings = pgTable('message_settings', {
  performerId: accountRef('performer_id').primaryKey(),
  writeFirst: text('write_first', { enum: ['everyone', 'followers', 'subscribers'] }).notNull(),
  /** First messages wait as requests until the creator accepts them. */
  asksFirst: boolean('asks_first').notNull(),
  /** Price of a request in tokens; 0 is free. */
  firstMessagePrice: tokens('first_message_price').notNull(),
  updatedAt: updatedAt(),
});

/**
 * The request with which a conversation began. At most one per conversation: a person whose request expired or
 * was canceled can make a new one, which takes its place.
 */
export const messageRequests = pgTable(
  'message_requests',
  {
    conversationId: uuid('conversation_id')
      .primaryKey()
      .references(() => conversations.id),
    senderId: accountRef('sender_id'),
    performerId: accountRef('performer_id'),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id),
    state: text('state', { enum: ['pending', 'accepted', 'declined', 'expired', 'cancelled'] }).notNull(),
    /** On hold while pending, charged when accepted, otherwise returned. 0 is free. */
    price: tokens('price').notNull(),
    /** When an unanswered request ends. */
    expiresAt: at('expires_at').notNull(),
    answeredAt: at('answered_at'),
    /** The charge, once accepted. */
    transactionId: transactionRef('transaction_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('message_requests_due')
      .on(t.expiresAt)
      .where(sql`state = 'pending'`),
    index('message_requests_sender')
      .on(t.senderId)
      .where(sql`state = 'pending'`),
    index('message_requests_transaction').on(t.transactionId),
  ],
);

/**
 * What a message is found by: its words as every search has them, and as further words its conversation, both members
 * and its sender, so that one index answers a search however many messages other people have. The spaces at their
 * beginning keep these apart from anything a person could search for. Queries must use the very same expression.
 * `coalesce` is for migrations: building the index also looks at row versions from before the column was filled in.
 */
export function messageWords(
  t: Record<'text' | 'conversationId' | 'senderId' | 'recipientId', AnyPgColumn>,
): SQL {
  return sql`array_to_tsvector(search_words_of(${t.text}) || ARRAY[' in ' || ${t.conversationId}::text, ' with ' || ${t.senderId}::text, ' with ' || coalesce(${t.recipientId}, ${t.senderId})::text, ' from ' || ${t.senderId}::text])`;
}

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    senderId: accountRef('sender_id'),
    /** The other member of the conversation. */
    recipientId: accountRef('recipient_id'),
    clientId: text('client_id'),
    seq: integer('seq').notNull(),
    type: text('type', { enum: ['text', 'photo', 'video', 'voice', 'tip'] })
      .notNull()
      .default('text'),
    text: text('text').notNull(),
    price: tokens('price').notNull().default(0),
    includedInSubscription: boolean('included_in_subscription').notNull().default(false),
    source: text('source', { enum: ['direct', 'mass', 'auto'] })
      .notNull()
      .default('direct'),
    /** The message it replies to, in the same conversation. */
    replyToId: uuid('reply_to_id').references((): AnyPgColumn => messages.id),
    editedAt: at('edited_at'),
    /** Number of its latest change within the conversation; 0 if never changed. */
    change: integer('change').notNull().default(0),
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('messages_seq').on(t.conversationId, t.seq),
    index('messages_changes')
      .on(t.conversationId, t.change)
      .where(sql`change > 0`),
    index('messages_media')
      .on(t.conversationId, t.seq)
      .where(sql`type in ('photo', 'video', 'voice') AND deleted_at IS NULL`),
    uniqueIndex('messages_client')
      .on(t.conversationId, t.senderId, t.clientId)
      .where(sql`client_id IS NOT NULL`),
    index('messages_sent')
      .on(t.senderId, t.createdAt, t.id)
      .where(sql`deleted_at IS NULL`),
    index('messages_received')
      .on(t.recipientId, t.createdAt, t.id)
      .where(sql`deleted_at IS NULL`),
    // Written at once rather than collected, because a search reads everything that is still collected.
    index('messages_words')
      .using('gin', messageWords(t))
      .where(sql`deleted_at IS NULL`)
      .with({ fastupdate: false }),
  ],
);

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index('message_files_file').on(t.fileId)],
);

/** Tips given in conversations: the payment behind a message of type `tip`. */
export const messageTips = pgTable('message_tips', {
  messageId: uuid('message_id')
    .primaryKey()
    .references(() => messages.id),
  transactionId: uuid('transaction_id')
    .notNull()
    .unique('message_tips_transaction')
    .references(() => ledgerTransactions.id),
  tokens: tokens('tokens').notNull(),
  note: text('note').notNull().default(''),
});

/** Reactions to messages, at most one per person and message. */
export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id),
    accountId: accountRef('account_id'),
    emoji: text('emoji', { enum: ['heart', 'like', 'laugh', 'wow', 'sad', 'fire'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.accountId] })],
);
