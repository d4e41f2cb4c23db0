import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id } from '../columns.ts';
import { accounts } from './accounts.ts';

/** Messages from the contact form to the operator. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    /** The account that was logged in; null for visitors. */
    accountId: uuid('account_id').references(() => accounts.id),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** When an operator answered it or marked it as done. */
    closedAt: at('closed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('contact_messages_open')
      .on(t.createdAt, t.id)
      .where(sql`closed_at IS NULL`),
    index('contact_messages_account').on(t.accountId),
  ],
);

/** What an operator answered; emailed in the same transaction. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: id(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id),
    /** The operator's username. */
    author: text('author').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_replies_message').on(t.messageId, t.createdAt)],
);

/** Outgoing emails, written in the transaction of their cause. A job hands them to the mailer. */
export const emailOutbox = pgTable(
  'email_outbox',
  {
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
  },
  (t) => [
    // For what waits; lists go by id, which is in order of time.
    index('outbox_mails_unsent')
      .on(t.createdAt)
      .where(sql`sent_at IS NULL`),
    index('outbox_mails_to').on(t.to, t.id),
  ],
);
