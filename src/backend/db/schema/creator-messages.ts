import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { files } from './files.ts';
import { conversations } from './messages.ts';

const kindColumn = () =>
  text('kind', { enum: ['follow', 'subscribe', 'renewal-failed', 'subscription-ended'] }).notNull();

/** What a creator wants fans to be sent when something happens between the two. */
export const automaticMessages = pgTable(
  'automatic_messages',
  {
    performerId: accountRef('performer_id'),
    kind: kindColumn(),
    isOn: boolean('enabled').notNull(),
    type: text('type', { enum: ['text', 'photo', 'video'] }).notNull(),
    /** `{name}` stands for the fan's name. */
    text: text('text').notNull(),
    price: tokens('price').notNull().default(0),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.kind] })],
);

export const automaticMessageFiles = pgTable(
  'automatic_message_files',
  {
    performerId: accountRef('performer_id'),
    kind: kindColumn(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.performerId, t.kind, t.fileId] }),
    index('automatic_message_files_file').on(t.fileId),
  ],
);

/** One row per automatic message that was sent, so that no event sends two. */
export const automaticDeliveries = pgTable(
  'automatic_deliveries',
  {
    performerId: accountRef('performer_id'),
    accountId: accountRef('account_id'),
    kind: kindColumn(),
    /** Which event of its kind it was; the same one never sends again. */
    cause: text('cause').notNull(),
    messageId: uuid('message_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.performerId, t.accountId, t.kind, t.cause] }),
    index('automatic_deliveries_kind').on(t.performerId, t.kind),
  ],
);

/** Texts that a creator writes often. `{name}` stands for the name of whoever they write to. */
export const quickReplies = pgTable(
  'quick_replies',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('quick_replies_order').on(t.performerId, t.position, t.id)],
);

/** A message that a creator wrote to be sent later. Nobody else can see it before. */
export const scheduledMessages = pgTable(
  'scheduled_messages',
  {
    id: id(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    senderId: accountRef('sender_id'),
    clientId: text('client_id'),
    /** `failed` ones stay until their author sends, reschedules or deletes them. */
    state: text('state', { enum: ['scheduled', 'sent', 'failed'] }).notNull(),
    text: text('text').notNull(),
    price: tokens('price').notNull().default(0),
    sendAt: at('send_at').notNull(),
    /** Why it failed, as a sentence for its author. */
    reason: text('reason'),
    /** The message it became. */
    messageId: uuid('message_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('scheduled_messages_client').on(t.senderId, t.clientId),
    index('scheduled_messages_open')
      .on(t.senderId, t.sendAt, t.id)
      .where(sql`state <> 'sent'`),
  ],
);

export const scheduledMessageFiles = pgTable(
  'scheduled_message_files',
  {
    scheduledId: uuid('scheduled_id')
      .notNull()
      .references(() => scheduledMessages.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scheduledId, t.fileId] }),
    index('scheduled_message_files_file').on(t.fileId),
  ],
);
