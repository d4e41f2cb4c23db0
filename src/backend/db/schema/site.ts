import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id } from '../columns.ts';

export const contactMessages = pgTable('contact_messages', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
});

/** Outgoing emails, written in the transaction of their cause. A job hands them to the mailer. */
export const outboxMails = pgTable('outbox_mails', {
  id: id(),
  to: text('to').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** Signed; lets the reader turn such mails off without logging in. Null for mails that can't be turned off. */
  unsubscribeToken: text('unsubscribe_token'),
  /** The account it tells something, and those whose actions it tells; no references, because mails outlive them. */
  recipientId: uuid('recipient_id'),
  actorIds: uuid('actor_ids')
    .array()
    .notNull()
    .default(sql`'{}'::uuid[]`),
  createdAt: createdAt(),
  sentAt: at('sent_at'),
});
