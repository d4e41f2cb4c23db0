import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amount, at, cents, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { transactionRef } from './ledger.ts';

export const promos = pgTable('promos', {
  id: id(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  href: text('href').notNull(),
  image: text('image'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

/** News and static pages of the site, written by the operator. */
export const sitePosts = pgTable(
  'site_posts',
  {
    id: id(),
    /** The last segment of the page's path, lowercase. */
    slug: text('slug').notNull().unique('site_posts_slug'),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    /** Sanitized when it was saved. */
    html: text('html').notNull(),
    /** `page` is for terms, privacy, and help, which aren't listed as news. */
    kind: text('kind', { enum: ['news', 'page'] }).notNull(),
    /** Of terms and privacy: rises with each change that everyone is asked to accept. */
    version: integer('version').notNull().default(1),
    /** What this version changed, told to those who are asked. */
    changes: text('changes').notNull().default(''),
    publishedAt: at('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('site_posts_news')
      .on(t.publishedAt, t.id)
      .where(sql`kind = 'news' AND published_at IS NOT NULL`),
  ],
);

export const tokenPackages = pgTable('token_packages', {
  id: id(),
  name: text('name').notNull(),
  tokens: tokens('tokens').notNull(),
  bonus: tokens('bonus').notNull().default(0),
  price: cents('price').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    /** The operator's username, or the system user who ran a command. */
    actor: text('actor').notNull(),
    /** The operator's account; null for a command. */
    actorId: uuid('actor_id').references(() => accounts.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    facts: jsonb('facts').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.createdAt, t.id),
    index('audit_log_actor').on(t.actorId),
    index('audit_log_when').on(t.createdAt, t.id),
  ],
);

/** Accounts that may use the operator's desk. Written by the command line alone. */
export const operators = pgTable('operators', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  /** The system user who added it. */
  addedBy: text('added_by').notNull(),
  createdAt: createdAt(),
});

/** What one operator proposed and another one has to confirm. Removed when it is confirmed or withdrawn. */
export const operatorProposals = pgTable(
  'operator_proposals',
  {
    id: id(),
    action: text('action', { enum: ['payout.approve'] }).notNull(),
    /** The payout. */
    subjectId: uuid('subject_id').notNull(),
    proposedBy: accountRef('proposed_by'),
    reason: text('reason').notNull(),
    /** What was proposed exactly, such as the amount: a proposal doesn't cover anything else. */
    terms: text('terms').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('operator_proposals_subject').on(t.action, t.subjectId)],
);

/** Corrections of someone's wallet or earnings: one operator proposes them, another one decides. Never deleted. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: id(),
    accountId: accountRef('account_id'),
    purse: text('purse', { enum: ['wallet', 'earnings'] }).notNull(),
    /** Tokens of a wallet, cents of earnings. Negative if it takes them away. */
    amount: amount('amount').notNull(),
    /** Why, as the person reads it. */
    reason: text('reason').notNull(),
    /** What it is about, if it is about something in particular, and what that is called. Of an order, its payment. */
    aboutKind: text('about_kind', { enum: ['order', 'payout', 'payment'] }),
    aboutId: uuid('about_id'),
    aboutLabel: text('about_label'),
    state: text('state', { enum: ['proposed', 'approved', 'declined'] }).notNull(),
    proposedBy: text('proposed_by').notNull(),
    proposedById: uuid('proposed_by_id').references(() => accounts.id),
    decidedBy: text('decided_by'),
    decidedById: uuid('decided_by_id').references(() => accounts.id),
    /** Why it was approved or declined, for operators. */
    decision: text('decision'),
    /** Approved by whoever proposed it, because there was no other operator. */
    isAlone: boolean('is_alone').notNull().default(false),
    transactionId: transactionRef('transaction_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('adjustments_account').on(t.accountId, t.createdAt, t.id),
    index('adjustments_state').on(t.state, t.createdAt, t.id),
    index('adjustments_proposed_by').on(t.proposedById),
    index('adjustments_decided_by').on(t.decidedById),
    index('adjustments_transaction').on(t.transactionId),
    check('adjustments_amount', sql`amount <> 0`),
    check('adjustments_posted', sql`(state = 'approved') = (transaction_id IS NOT NULL)`),
  ],
);
