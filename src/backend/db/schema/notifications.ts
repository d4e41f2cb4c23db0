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
import { accountRef } from './accounts.ts';

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
  /** `22:00`, in the time zone beside it; both or neither. */
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
  timeZone: text('time_zone').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Digests to be sent: one row for each person with something waiting. */
export const notificationDigests = pgTable(
  'notification_digests',
  { accountId: accountRef('account_id').primaryKey(), dueAt: at('due_at').notNull() },
  (t) => [index('notification_digests_due').on(t.dueAt)],
);
