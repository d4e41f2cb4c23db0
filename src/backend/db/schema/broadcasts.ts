import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { BroadcastAudience } from '#contract/trade/broadcasts/broadcasts.ts';
import { at, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { files } from './files.ts';

export const broadcasts = pgTable(
  'broadcasts',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    clientId: text('client_id'),
    state: text('state', {
      enum: ['draft', 'scheduled', 'sending', 'sent', 'unsending', 'unsent', 'failed'],
    }).notNull(),
    type: text('type', { enum: ['text', 'photo', 'video'] }).notNull(),
    text: text('text').notNull(),
    price: tokens('price').notNull().default(0),
    includedInSubscription: boolean('included_in_subscription').notNull().default(false),
    audience: jsonb('audience').$type<BroadcastAudience>().notNull(),
    scheduledAt: at('scheduled_at'),
    /** When delivery begins or began; null for drafts. Counts toward the daily limit. */
    sendAt: at('send_at'),
    /** Size of the audience when delivery began. */
    recipients: integer('recipients').notNull().default(0),
    delivered: integer('delivered').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('broadcasts_client').on(t.performerId, t.clientId),
    index('broadcasts_list').on(t.performerId, t.createdAt, t.id),
    index('broadcasts_day').on(t.performerId, t.sendAt),
  ],
);

const broadcastRef = () =>
  uuid('broadcast_id')
    .notNull()
    .references(() => broadcasts.id, { onDelete: 'cascade' });

export const broadcastFiles = pgTable(
  'broadcast_files',
  {
    broadcastId: broadcastRef(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.broadcastId, t.fileId] }), index('broadcast_files_file').on(t.fileId)],
);

/** One row per fan in the audience, so that nobody can receive a broadcast twice. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    broadcastId: broadcastRef(),
    accountId: accountRef('account_id'),
    /** `skipped`: the fan could no longer receive it when their turn came, for example because of a block. */
    state: text('state', { enum: ['waiting', 'delivered', 'skipped', 'unsent'] }).notNull(),
    messageId: uuid('message_id'),
    conversationId: uuid('conversation_id'),
    /** The message's `seq`; the fan has read it once their `read_seq` reaches this value. */
    seq: integer('seq'),
    deliveredAt: at('delivered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.broadcastId, t.accountId] }),
    index('broadcast_recipients_state').on(t.broadcastId, t.state, t.accountId),
    // Finds a fan's deliveries of the last 7 days, for the weekly cap.
    index('broadcast_recipients_account').on(t.accountId, t.deliveredAt),
  ],
);

export const fanLists = pgTable(
  'fan_lists',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    name: text('name').notNull(),
    members: integer('members').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('fan_lists_name').on(t.performerId, t.name)],
);

export const fanListMembers = pgTable(
  'fan_list_members',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => fanLists.id, { onDelete: 'cascade' }),
    accountId: accountRef('account_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.listId, t.accountId] })],
);

/** How many mass messages a fan accepts in 7 days. Without a row, the site's default applies. */
export const massMessageCaps = pgTable('mass_message_caps', {
  accountId: accountRef('account_id').primaryKey(),
  weekly: integer('weekly').notNull(),
  updatedAt: updatedAt(),
});

/** Creators whose mass messages a fan has muted. */
export const massMessageMutes = pgTable(
  'mass_message_mutes',
  {
    accountId: accountRef('account_id'),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.performerId] }),
    index('mass_message_mutes_performer').on(t.performerId),
  ],
);
