import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NotificationChannel, NotificationType } from '#config/notification-types.ts';
import { at, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef, sessions } from './accounts.ts';

/** What a person is notified of. Events with the same `groupKey` join one row for as long as it is unread. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    accountId: accountRef('account_id'),
    type: text('type').$type<NotificationType>().notNull(),
    groupKey: text('group_key'),
    /** The sentence of the newest event. */
    text: text('text').notNull(),
    /** What several people did, as in "liked your post". */
    groupPhrase: text('group_phrase'),
    href: text('href'),
    /** The number of people in `notification_actors`; 1 for what nobody in particular did. */
    count: integer('count').notNull().default(1),
    /** Whether people did it. It is hidden while none of them may be seen. */
    hasActors: boolean('has_actors').notNull(),
    /** False when the person wants this type by email only: then it isn't listed. */
    isListed: boolean('is_listed').notNull(),
    digest: text('digest', { enum: ['none', 'waiting', 'sent'] }).notNull(),
    readAt: at('read_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notifications_group')
      .on(t.accountId, t.groupKey)
      .where(sql`read_at IS NULL`),
    index('notifications_list')
      .on(t.accountId, t.updatedAt, t.id)
      .where(sql`is_listed`),
    index('notifications_unread')
      .on(t.accountId)
      .where(sql`read_at IS NULL AND is_listed`),
    index('notifications_digest')
      .on(t.accountId)
      .where(sql`digest = 'waiting'`),
    index('notifications_read')
      .on(t.readAt)
      .where(sql`read_at IS NOT NULL`),
    index('notifications_unlisted')
      .on(t.updatedAt)
      .where(sql`NOT is_listed`),
  ],
);

/** Who did what a notification is about, each person once. */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    accountId: accountRef('account_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.accountId] }),
    index('notification_actors_account').on(t.accountId),
  ],
);

/** What a person chose; without a row, or for a type that isn't named, the defaults hold. */
export const notificationSettings = pgTable('notification_settings', {
  accountId: accountRef('account_id').primaryKey(),
  channels: jsonb('channels')
    .$type<Partial<Record<NotificationType, Partial<Record<NotificationChannel, boolean>>>>>()
    .notNull(),
  digest: text('digest', { enum: ['hourly', 'daily', 'off'] }).notNull(),
  /** `22:00`, in the account's time zone; both or neither. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  /** Whether messages are pushed; other types are in `channels`. */
  pushMessages: boolean('push_messages').notNull().default(true),
  /** Whether a push notification shows what a message says. */
  pushMessageText: boolean('push_message_text').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Digests to be sent: one row for each person with something waiting. */
export const notificationDigests = pgTable(
  'notification_digests',
  { accountId: accountRef('account_id').primaryKey(), dueAt: at('due_at').notNull() },
  (t) => [index('notification_digests_due').on(t.dueAt)],
);

/** The browsers that receive push notifications. A row is removed with its session: logging out ends it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    accountId: accountRef('account_id'),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Where the browser's push service takes notifications. Whoever knows it can send to the browser. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and shared secret, which payloads are encrypted with; base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    uniqueIndex('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_account').on(t.accountId),
  ],
);

/** The key pair with which this site identifies itself to push services: one row, shared by all processes. */
export const pushKeys = pgTable('push_keys', {
  id: text('id', { enum: ['vapid'] }).primaryKey(),
  publicKey: text('public_key').notNull(),
  /** Encrypted with the site's secret. */
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
