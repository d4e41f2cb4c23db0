/* oxlint-disable max-lines -- every table in one place: their references read from top to bottom */
import type { Cents, Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
import {
  amount,
  at,
  cents,
  createdAt,
  id,
  list,
  publishing,
  tokens,
  unlocking,
  updatedAt,
} from './columns.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/* The core tables. Indexes are plain ascending, which serves both directions; `.desc()` would emit NULLS LAST
   and serve neither. */
export const accountRef = (name: string) =>
  uuid(name)
    .notNull()
    .references((): AnyPgColumn => accounts.id);

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
});

export const accounts = pgTable('accounts', {
  id: id(),
  /** Lowercase; null until chosen. */
  username: text('username').unique('accounts_username'),
  email: text('email').unique('accounts_email'),
  emailVerifiedAt: at('email_verified_at'),
  passwordHash: text('password_hash'),
  name: text('name').notNull(),
  bio: text('bio').notNull().default(''),
  /** Object key prefixes of the processed images; null shows the default. */
  avatar: text('avatar'),
  cover: text('cover'),
  country: text('country'),
  isPerformer: boolean('is_performer').notNull().default(false),
  /** Lets payments skip the spend-cap query for accounts without caps. */
  hasSpendCaps: boolean('has_spend_caps').notNull().default(false),
  suspendedAt: at('suspended_at'),
  lastSeenAt: at('last_seen_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const performers = pgTable(
  'performers',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id),
    verified: text('verified', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    verifiedReason: text('verified_reason'),
    categories: list('categories'),
    languages: list('languages'),
    /** Null until the creator sets a price; the plan isn't offered before that. */
    monthlyPrice: integer('monthly_price'),
    yearlyPrice: integer('yearly_price'),
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
    shuffle: doublePrecision('shuffle')
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
    index('performers_shuffle').on(t.shuffle),
  ],
);

/**
 * The words a creator can be found by (name, handle, bio, and categories), without accents. Triggers at the
 * end of the baseline migration maintain them, but not the counts, which change constantly.
 */
export const creatorSearch = pgTable(
  'creator_search',
  {
    performerId: uuid('performer_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    words: text('words').array().notNull(),
  },
  (t) => [index('creator_search_words').using('gin', t.words).with({ fastupdate: false })],
);

/** Every searchable word, with the keys that match it when only a part of it is typed or it is misspelled. */
export const searchTerms = pgTable(
  'search_terms',
  {
    word: text('word').primaryKey(),
    keys: text('keys').array().notNull(),
  },
  (t) => [index('search_terms_keys').using('gin', t.keys).with({ fastupdate: false })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: accountRef('account_id'),
    /** SHA-256 of the token, so that a stolen table logs nobody in. */
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash'),
    remember: boolean('remember').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    ip: text('ip').notNull().default(''),
    /** As reported by the last connection; null: look up the IP. */
    country: text('country'),
    createdAt: createdAt(),
    lastSeenAt: at('last_seen_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sessions_account').on(t.accountId)],
);

export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    accountId: accountRef('account_id'),
    purpose: text('purpose', { enum: ['reset-password', 'verify-email'] }).notNull(),
    tokenHash: text('token_hash').notNull().unique('one_time_tokens_hash'),
    /** The address being verified. */
    email: text('email'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index('one_time_tokens_account').on(t.accountId)],
);

/**
 * A pending change of an account's email address: `open` until both addresses have confirmed. A `done` change
 * can be undone for a while.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    accountId: accountRef('account_id'),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** Hashes of the tokens in the emails to the new and the old address. */
    newHash: text('new_hash').notNull().unique('email_changes_new_hash'),
    oldHash: text('old_hash').notNull().unique('email_changes_old_hash'),
    newConfirmedAt: at('new_confirmed_at'),
    oldAgreedAt: at('old_agreed_at'),
    state: text('state', { enum: ['open', 'done', 'undone', 'dropped'] }).notNull(),
    createdAt: createdAt(),
    /**
     * For an open change, when the old address can no longer refuse it; for a done one, when it can no longer
     * be undone.
     */
    endsAt: at('ends_at').notNull(),
  },
  (t) => [
    uniqueIndex('email_changes_open')
      .on(t.accountId)
      .where(sql`state = 'open'`),
    index('email_changes_account').on(t.accountId),
    index('email_changes_old').on(t.oldEmail),
  ],
);

/** Rate limits, kept in the database so that they hold across processes and restarts. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  resetAt: at('reset_at').notNull(),
});

export const follows = pgTable(
  'follows',
  {
    followerId: accountRef('follower_id'),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.performerId] }),
    index('follows_performer').on(t.performerId, t.createdAt),
  ],
);

export const accountBlocks = pgTable(
  'account_blocks',
  {
    blockerId: accountRef('blocker_id'),
    blockedId: accountRef('blocked_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('account_blocks_blocked').on(t.blockedId),
  ],
);

export const countryBlocks = pgTable(
  'country_blocks',
  {
    blockerId: accountRef('blocker_id'),
    country: text('country').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.blockerId, t.country] }), index('country_blocks_country').on(t.country)],
);

/** One rendition of a file. Its object key is `{storageKey}/{name}`. */
export interface StoredRendition {
  name: string;
  width: number;
  height: number;
  mime: string;
  bytes: number;
}

export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: accountRef('owner_id'),
    type: text('type').notNull(),
    mime: text('mime').notNull(),
    bytes: amount('bytes').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** In seconds. */
    duration: doublePrecision('duration'),
    alt: text('alt'),
    placeholder: text('placeholder'),
    storageKey: text('storage_key').notNull(),
    renditions: jsonb('renditions').$type<StoredRendition[]>().notNull().default([]),
    customData: text('custom_data'),
    /** The name the file had when it was uploaded. */
    originalName: text('original_name'),
    /** For audio: the waveform as values from 0 to 100, evenly spaced over its length. */
    peaks: jsonb('peaks').$type<number[]>(),
    /** The original is served because no other sizes could be made of it. */
    asUploaded: boolean('as_uploaded').notNull().default(false),
    state: text('state', { enum: ['uploading', 'queued', 'processing', 'ready', 'failed'] }).notNull(),
    percent: integer('percent').notNull().default(0),
    reason: text('reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('files_owner').on(t.ownerId, t.createdAt)],
);

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

/** A purchase gives permanent access, unless the payment is reversed. */
export const purchases = pgTable(
  'purchases',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: ['feed', 'product', 'video', 'gallery', 'message', 'stream'] }).notNull(),
    itemId: uuid('item_id').notNull(),
    performerId: accountRef('performer_id'),
    transactionId: uuid('transaction_id')
      .notNull()
      .references((): AnyPgColumn => ledgerTransactions.id),
    price: tokens('price').notNull(),
    /** The title shown in the buyer's library. */
    title: text('title').notNull().default(''),
    /** A post's text at the time of sale; null for kinds without text. */
    text: text('text'),
    createdAt: createdAt(),
    reversedAt: at('reversed_at'),
  },
  (t) => [
    uniqueIndex('purchases_once')
      .on(t.accountId, t.kind, t.itemId)
      .where(sql`reversed_at IS NULL`),
    index('purchases_item').on(t.kind, t.itemId),
    index('purchases_library')
      .on(t.accountId, t.createdAt, t.id)
      .where(sql`reversed_at IS NULL`),
  ],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: accountRef('user_id'),
    performerId: accountRef('performer_id'),
    type: text('type', { enum: ['free', 'monthly', 'yearly'] }).notNull(),
    state: text('state', { enum: ['incomplete', 'active', 'past_due', 'cancelled', 'expired'] }).notNull(),
    /** Per period. */
    price: cents('price').notNull(),
    cardId: uuid('card_id').references((): AnyPgColumn => cards.id),
    gateway: text('gateway').notNull(),
    startedAt: at('started_at').notNull(),
    /** Access lasts until this time, whatever `state` says: a job updates the state a little later. */
    periodEnd: at('period_end').notNull(),
    /**
     * The date that periods are counted from, so that the 31st stays the 31st after a February. Null:
     * `startedAt`.
     */
    anchorAt: at('anchor_at'),
    /** Failed attempts to renew the current period, and when the next one is due. */
    retries: integer('retries').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    cancelledAt: at('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** Takes effect with the next period: another plan, or a new price the fan accepted. */
    nextType: text('next_type', { enum: ['monthly', 'yearly'] }),
    nextPrice: cents('next_price'),
    /** The period end for which the renewal notice was sent. */
    noticedFor: at('noticed_for'),
    /** The offer it started with. */
    promotionId: uuid('promotion_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // A fan has at most one open subscription to a creator. `incomplete` reserves that place while the first
    // payment is in progress.
    uniqueIndex('subscriptions_one_open')
      .on(t.userId, t.performerId)
      .where(sql`state IN ('incomplete', 'active', 'past_due', 'cancelled')`),
    index('subscriptions_user').on(t.userId, t.performerId),
    index('subscriptions_performer').on(t.performerId, t.state, t.createdAt),
    index('subscriptions_performer_started')
      .on(t.performerId, t.startedAt, t.id)
      .where(sql`state <> 'incomplete'`),
    index('subscriptions_lost')
      .on(t.performerId, t.periodEnd)
      .where(sql`state = 'expired'`),
    index('subscriptions_due')
      .on(t.periodEnd)
      .where(sql`state IN ('active', 'past_due', 'cancelled')`),
  ],
);

export const cards = pgTable(
  'cards',
  {
    id: id(),
    accountId: accountRef('account_id'),
    gateway: text('gateway').notNull(),
    gatewayId: text('gateway_id').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    /** The same for the same card, even when two accounts saved it. */
    fingerprint: text('fingerprint'),
    isDefault: boolean('is_default').notNull().default(false),
    removedAt: at('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [index('cards_account').on(t.accountId, t.createdAt)],
);

/**
 * One intent to pay by card. The gateway is called with this row's id as its idempotency key, outside any
 * database transaction.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: ['top_up', 'subscription'] }).notNull(),
    /** The client's key, or a generated one if it sent none. */
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** After `discount`. */
    amount: cents('amount').notNull(),
    /** What a coupon took off. The site bears it. */
    discount: cents('discount').notNull().default(0),
    currency: text('currency').notNull(),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id),
    /**
     * The result of the cardholder's 3-D Secure challenge, saved before the gateway is asked so that a crash
     * can't lose it.
     */
    challengeAnswer: text('challenge_answer'),
    /** What to do when it succeeds: tokens and package of a top-up, or creator and plan of a subscription. */
    intent: jsonb('intent').$type<PaymentIntent>().notNull(),
    state: text('state', { enum: ['pending', 'challenge', 'succeeded', 'declined'] }).notNull(),
    chargeId: text('charge_id'),
    /** The gateway's id of the payment, once it has one. */
    gatewayRef: text('gateway_ref'),
    reason: text('reason'),
    transactionId: uuid('transaction_id').references((): AnyPgColumn => ledgerTransactions.id),
    /** The reply sent, returned again for the same key. */
    reply: jsonb('reply'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('payments_key').on(t.accountId, t.idempotencyKey),
    index('payments_account').on(t.accountId, t.createdAt),
    index('payments_subscription').on(t.subscriptionId),
    index('payments_gateway_ref').on(t.gatewayRef),
    index('payments_transaction').on(t.transactionId),
  ],
);
export type PaymentIntent =
  | { kind: 'top_up'; tokens: Tokens; bonus: Tokens; packageId: string | null }
  /**
   * `price`: the price of a full period, which renewals charge, when this one costs less. `credit`: what the
   * unused rest of another plan's period took off.
   */
  | {
      kind: 'subscription';
      performerId: string;
      type: 'monthly' | 'yearly';
      renewal: boolean;
      price?: Cents;
      credit?: Cents;
    };

/** Ensures that each provider event is applied once, in the transaction of its effect. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  gateway: text('gateway').notNull(),
  paymentId: uuid('payment_id').references(() => payments.id),
  createdAt: createdAt(),
});

export const tokenPackages = pgTable('token_packages', {
  id: id(),
  name: text('name').notNull(),
  tokens: tokens('tokens').notNull(),
  bonus: tokens('bonus').notNull().default(0),
  price: cents('price').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'wallet',
        'wallet_held',
        'earnings',
        'payout',
        'exchange',
        'gateway',
        'commission',
        'promotion',
        'losses',
      ],
    }).notNull(),
    /** Null for the site's own accounts. */
    ownerId: uuid('owner_id').references(() => accounts.id),
    unit: text('unit', { enum: ['token', 'money'] }).notNull(),
    /**
     * A creator's earnings are split over several rows: a row admits one payment at a time, and many arrive
     * at once.
     */
    shard: integer('shard').notNull().default(0),
    /**
     * Cached sum of the postings. Null for the site's own accounts, because every payment would queue for
     * those rows.
     */
    balance: amount('balance'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_accounts_identity').on(t.kind, t.ownerId, t.unit, t.shard).nullsNotDistinct(),
    check(
      'ledger_accounts_fans_never_below_zero',
      sql`kind NOT IN ('wallet', 'wallet_held', 'payout') OR balance >= 0`,
    ),
    check('ledger_accounts_cache', sql`(owner_id IS NULL) = (balance IS NULL)`),
    check('ledger_accounts_shards', sql`shard = 0 OR kind = 'earnings'`),
  ],
);

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'top_up',
        'charge',
        'subscription',
        'refund',
        'grant',
        'hold',
        'release',
        'payout',
        'payout_returned',
        'payout_paid',
        'referral',
        'dispute',
      ],
    }).notNull(),
    /** For a charge, what was paid for (tip, feed, …); otherwise the same as `kind`. */
    subject: text('subject').notNull(),
    subjectId: uuid('subject_id'),
    /** The account that paid. */
    actorId: uuid('actor_id').references(() => accounts.id),
    /** The creator who earned. */
    performerId: uuid('performer_id').references(() => accounts.id),
    /** The text shown in the account's history. */
    description: text('description').notNull(),
    reversesId: uuid('reverses_id')
      .unique('ledger_transactions_reversed_once')
      .references((): AnyPgColumn => ledgerTransactions.id),
    providerEventId: text('provider_event_id')
      .unique('ledger_transactions_provider_event')
      .references(() => providerEvents.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_transactions_actor').on(t.actorId, t.createdAt),
    index('ledger_transactions_performer').on(t.performerId, t.createdAt),
    // Referral income of whoever received it: a fan (`actor_id`) or a creator (`performer_id`).
    index('ledger_transactions_referral')
      .on(sql`(coalesce(performer_id, actor_id))`, t.createdAt, t.id)
      .where(sql`kind = 'referral'`),
    // For what an item earned, and for the payments of one subscription.
    index('ledger_transactions_item')
      .on(t.subjectId, t.createdAt)
      .where(sql`performer_id IS NOT NULL`),
    // For one kind of sale, newest first, even if it is rare among all sales.
    index('ledger_transactions_source')
      .on(t.performerId, t.subject, t.createdAt, t.id)
      .where(sql`kind IN ('charge', 'subscription')`),
    // For kinds that are rare among many sales, so that the sales needn't be read.
    index('ledger_transactions_rare')
      .on(t.performerId, t.createdAt)
      .where(sql`kind IN ('refund', 'dispute', 'payout', 'payout_returned', 'referral')`),
  ],
);

export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    unit: text('unit', { enum: ['token', 'money'] }).notNull(),
    amount: amount('amount').notNull(),
    /** Null for the site's own accounts. */
    balanceAfter: amount('balance_after'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_postings_account').on(t.accountId, t.seq),
    index('ledger_postings_transaction').on(t.transactionId),
    check('ledger_postings_not_zero', sql`amount <> 0`),
  ],
);

/**
 * A call's idempotency key, claimed in the transaction of its effect. The reply is saved for repeats of the
 * key.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: accountRef('account_id'),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    reply: jsonb('reply'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

export const conversations = pgTable('conversations', {
  id: id(),
  type: text('type', { enum: ['private', 'public_stream', 'private_stream'] }).notNull(),
  /**
   * For a private conversation: both account ids joined, the lower one first, so that a pair has only one.
   */
  pairKey: text('pair_key').unique('conversations_pair'),
  lastSeq: integer('last_seq').notNull().default(0),
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
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.accountId] }),
    index('conversation_members_list').on(t.accountId, t.lastMessageAt, t.conversationId),
  ],
);
export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id),
    senderId: accountRef('sender_id'),
    clientId: text('client_id'),
    seq: integer('seq').notNull(),
    type: text('type', { enum: ['text', 'photo', 'video', 'tip'] })
      .notNull()
      .default('text'),
    text: text('text').notNull(),
    price: tokens('price').notNull().default(0),
    source: text('source', { enum: ['direct', 'mass', 'auto'] })
      .notNull()
      .default('direct'),
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('messages_seq').on(t.conversationId, t.seq),
    uniqueIndex('messages_client')
      .on(t.conversationId, t.senderId, t.clientId)
      .where(sql`client_id IS NOT NULL`),
  ],
);

/** Outgoing emails, written in the transaction of their cause. A job hands them to the mailer. */
export const outboxMails = pgTable('outbox_mails', {
  id: id(),
  to: text('to').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
  sentAt: at('sent_at'),
});
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull(),
    /** Two waiting jobs can't have the same key. */
    dedupeKey: text('dedupe_key'),
    runAt: at('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    leasedUntil: at('leased_until'),
    lastError: text('last_error'),
    doneAt: at('done_at'),
    failedAt: at('failed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_dedupe')
      .on(t.dedupeKey)
      .where(sql`done_at IS NULL AND failed_at IS NULL`),
    index('jobs_due')
      .on(t.runAt)
      .where(sql`done_at IS NULL AND failed_at IS NULL`),
  ],
);
export const contactMessages = pgTable('contact_messages', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
});
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
export const auditLog = pgTable('audit_log', {
  id: id(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  facts: jsonb('facts').notNull(),
  createdAt: createdAt(),
});
/** Processes using this database. One that crashed stays listed until it is cleaned up. */
export const processes = pgTable('processes', {
  id: id(),
  role: text('role').notNull(),
  host: text('host').notNull(),
  /** Identifies the file storage: the same id is the same place, even if its path differs. */
  storeId: text('store_id').notNull(),
  store: text('store').notNull(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
});
