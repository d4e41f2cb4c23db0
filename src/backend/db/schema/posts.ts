import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import type { TemplatePoll } from '#contract/content/posts/templates.ts';
import { at, createdAt, id, publishing, unlocking, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { files } from './files.ts';

export const feeds = pgTable(
  'feeds',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    type: text('type', { enum: ['text', 'photo', 'video', 'audio', 'teaser', 'poll'] }).notNull(),
    text: text('text').notNull().default(''),
    ...publishing(),
    ...unlocking(),
    pinned: boolean('pinned').notNull().default(false),
    thumbnailId: uuid('thumbnail_id').references(() => files.id),
    teaserId: uuid('teaser_id').references(() => files.id),
    /** Of a link in a text post, whose picture is the thumbnail. A page of this site has a drawn picture instead. */
    linkCard: jsonb('link_card').$type<LinkCard>(),
    state: text('state', {
      enum: ['draft', 'processing', 'scheduled', 'published', 'expired', 'archived', 'failed', 'removed'],
    }).notNull(),
    expiresAt: at('expires_at'),
  },
  (t) => [
    index('feeds_performer_timeline')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('feeds_performer_type')
      .on(t.performerId, t.type, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('feeds_performer_pinned')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published' AND pinned`),
    index('feeds_public')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published' AND audience = 'public' AND price = 0`),
    // Deleting a file looks up the foreign keys that reference it.
    index('feeds_thumbnail')
      .on(t.thumbnailId)
      .where(sql`thumbnail_id IS NOT NULL`),
    index('feeds_teaser')
      .on(t.teaserId)
      .where(sql`teaser_id IS NOT NULL`),
    index('feeds_studio').on(t.performerId, t.createdAt, t.id),
    // For what a creator has planned.
    index('feeds_planned')
      .on(t.performerId, t.scheduledAt, t.id)
      .where(sql`state = 'scheduled'`),
    // For the jobs that publish and expire posts.
    index('feeds_scheduled')
      .on(t.scheduledAt)
      .where(sql`state = 'scheduled'`),
    index('feeds_expiring')
      .on(t.expiresAt)
      .where(sql`state = 'published' AND expires_at IS NOT NULL`),
    check('feeds_price_bounds', sql`price >= 0`),
  ],
);

export const feedFiles = pgTable(
  'feed_files',
  {
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.fileId] }), index('feed_files_file').on(t.fileId)],
);

/** How far somebody played a long video or recording of a post. */
export const postProgress = pgTable(
  'post_progress',
  {
    accountId: accountRef('account_id'),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    seconds: doublePrecision('seconds').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.fileId] }),
    index('post_progress_feed').on(t.feedId),
    index('post_progress_file').on(t.fileId),
  ],
);

export const polls = pgTable('polls', {
  feedId: uuid('feed_id')
    .primaryKey()
    .references(() => feeds.id),
  question: text('question').notNull(),
  multiple: boolean('multiple').notNull().default(false),
  expiresAt: at('expires_at'),
  resultsVisible: text('results_visible', { enum: ['always', 'afterVote', 'afterEnd'] })
    .notNull()
    .default('afterVote'),
  voters: integer('voters').notNull().default(0),
});

export const pollOptions = pgTable(
  'poll_options',
  {
    id: id(),
    feedId: uuid('feed_id')
      .notNull()
      .references(() => polls.feedId),
    position: integer('position').notNull(),
    text: text('text').notNull(),
    votes: integer('votes').notNull().default(0),
  },
  (t) => [index('poll_options_feed').on(t.feedId, t.position)],
);

export const pollVotes = pgTable(
  'poll_votes',
  {
    feedId: uuid('feed_id')
      .notNull()
      .references(() => polls.feedId),
    accountId: accountRef('account_id'),
    optionId: uuid('option_id')
      .notNull()
      .references(() => pollOptions.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.accountId, t.optionId] })],
);

/** A creator's numbered sets of posts. Whoever sees a post of one sees its title. */
export const postSeries = pgTable(
  'post_series',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    description: text('description').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('post_series_title').on(t.performerId, sql`lower(title)`)],
);

/** The posts of each series. A post is in one at most. */
export const postSeriesItems = pgTable(
  'post_series_items',
  {
    feedId: uuid('feed_id')
      .primaryKey()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    seriesId: uuid('series_id')
      .notNull()
      .references(() => postSeries.id, { onDelete: 'cascade' }),
    /** Ascending, with gaps where posts were deleted. */
    position: integer('position').notNull(),
  },
  // Deferrable in the migration: one statement renumbers a series.
  (t) => [unique('post_series_items_position').on(t.seriesId, t.position)],
);

/** What creators begin new posts with. Files and dates aren't part of it. */
export const postTemplates = pgTable(
  'post_templates',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    type: text('type', { enum: ['text', 'photo', 'video', 'audio', 'teaser', 'poll'] }).notNull(),
    text: text('text').notNull(),
    audience: text('audience', { enum: ['public', 'followers', 'subscribers'] }).notNull(),
    ...unlocking(),
    /** Null unless it is a poll's. */
    poll: jsonb('poll').$type<TemplatePoll>(),
    /** Null for none. */
    seriesId: uuid('series_id').references(() => postSeries.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('post_templates_performer').on(t.performerId, t.title, t.id),
    // Deleting a series looks them up.
    index('post_templates_series')
      .on(t.seriesId)
      .where(sql`series_id IS NOT NULL`),
    check('post_templates_price_bounds', sql`price >= 0`),
  ],
);
