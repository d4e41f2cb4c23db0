import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { pronounChoices, verificationSteps, verificationStates } from '#contract/people/creators.ts';
import { type PinnedFilters, pinnableLists } from '#contract/across/pinned-views.ts';
import { at, createdAt, id, list, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';

export const performers = pgTable(
  'performers',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id),
    verified: text('verification_state', { enum: verificationStates }).notNull().default('draft'),
    /** Why the last documents were rejected. Also set while an earlier approval still holds. */
    verifiedReason: text('verified_reason'),
    /** When documents that nobody has decided on were sent; null if there are none. */
    submittedAt: at('submitted_at'),
    /** The day the approved document expires, from its start in UTC; null if it doesn't. */
    verifiedUntil: at('verified_until'),
    /** Of the reminders before that day, the days of the last one that was sent. */
    remindedDays: integer('reminded_days'),
    categories: list('categories'),
    languages: list('languages'),
    /** As `Pronouns` of the contract. */
    pronouns: text('pronouns', { enum: pronounChoices }),
    /** Null until the creator sets a price; the plan isn't offered before that. */
    monthlyPrice: integer('monthly_price'),
    yearlyPrice: integer('yearly_price'),
    /** Percent off 3 and 6 months paid at once. Null: not offered. */
    quarterlyPercent: integer('quarterly_percent'),
    semiannualPercent: integer('semiannual_percent'),
    isFreeSubscription: boolean('is_free_subscription').notNull().default(false),
    freeDays: integer('free_days').notNull().default(1),
    welcomeVideoId: uuid('welcome_video_id'),
    isLive: boolean('is_live').notNull().default(false),
    feeds: integer('feeds').notNull().default(0),
    /** Counts photos in posts, in galleries, and single ones. */
    photos: integer('photos').notNull().default(0),
    /** Of `photos`, those in neither a post nor a gallery. */
    singlePhotos: integer('single_photos').notNull().default(0),
    videos: integer('videos').notNull().default(0),
    singleVideos: integer('single_videos').notNull().default(0),
    galleries: integer('galleries').notNull().default(0),
    products: integer('products').notNull().default(0),
    subscribers: integer('subscribers').notNull().default(0),
    followers: integer('followers').notNull().default(0),
    likes: integer('likes').notNull().default(0),
    /**
     * A random number assigned once. Reading a few rows in this order from a random position gives a random
     * sample without scanning the table.
     */
    randomRank: doublePrecision('random_rank')
      .notNull()
      .default(sql`random()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('performers_followers').on(t.followers, t.accountId),
    index('performers_newest').on(t.createdAt, t.accountId),
    // Must match the query's expression exactly, or the index isn't used.
    index('performers_entry_price').on(
      sql`(CASE WHEN is_free_subscription THEN 0 ELSE monthly_price END)`,
      t.accountId,
    ),
    index('performers_shuffle').on(t.randomRank),
  ],
);

/** What happened to a creator's verification. Rows are only ever added. */
export const verificationEvents = pgTable(
  'verification_events',
  {
    id: id(),
    accountId: accountRef('account_id'),
    what: text('event', { enum: verificationSteps }).notNull(),
    reason: text('reason'),
    /** With an approval, the day the document expires. */
    until: at('until'),
    createdAt: createdAt(),
  },
  (t) => [index('verification_events_account').on(t.accountId, t.createdAt)],
);

/**
 * The words a creator can be found by (name, handle, bio, and categories), without accents, and the beginnings
 * of those of their name and handle. Triggers maintain them, but not the counts, which change constantly.
 */
export const creatorSearch = pgTable(
  'creator_search',
  {
    performerId: uuid('performer_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    words: text('words').array().notNull(),
    prefixes: list('prefixes'),
  },
  (t) => [
    index('creator_search_words').using('gin', t.words).with({ fastupdate: false }),
    index('creator_search_prefixes').using('gin', t.prefixes).with({ fastupdate: false }),
  ],
);

/** Every searchable word, with the keys that match it when only a part of it is typed or it is misspelled. */
export const searchTerms = pgTable(
  'search_terms',
  {
    word: text('word').primaryKey(),
    keys: text('keys').array().notNull(),
    /** Part of a name, category, tag or title, not only of a text. */
    inTitles: boolean('in_titles').notNull().default(true),
  },
  (t) => [index('search_terms_keys').using('gin', t.keys).with({ fastupdate: false })],
);

/** Filters of the studio's lists, as creators pinned them under a name. */
export const pinnedViews = pgTable(
  'pinned_views',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    list: text('list', { enum: pinnableLists }).notNull(),
    name: text('name').notNull(),
    filters: jsonb('filters').$type<PinnedFilters>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('pinned_views_name').on(t.performerId, t.list, sql`lower(name)`)],
);
