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

/*
 * Every table. Indexes are plain ascending: they serve both directions, `.desc()` would emit NULLS LAST and serve neither.
 */
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
  /** Lower case; null until chosen. */
  username: text('username').unique('accounts_username'),
  email: text('email').unique('accounts_email'),
  emailVerifiedAt: at('email_verified_at'),
  passwordHash: text('password_hash'),
  name: text('name').notNull(),
  bio: text('bio').notNull().default(''),
  /** Object key prefixes of the processed pictures; null shows the default. */
  avatar: text('avatar'),
  cover: text('cover'),
  country: text('country'),
  isPerformer: boolean('is_performer').notNull().default(false),
  /** Has set a spend cap: who hasn't pays without a look at any. */
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
    /** Null until its creator chooses one: the plan isn't to be had before. */
    monthlyPrice: integer('monthly_price'),
    yearlyPrice: integer('yearly_price'),
    isFreeSubscription: boolean('is_free_subscription').notNull().default(false),
    freeDays: integer('free_days').notNull().default(1),
    welcomeVideoId: uuid('welcome_video_id'),
    isLive: boolean('is_live').notNull().default(false),
    feeds: integer('feeds').notNull().default(0),
    /** In posts, in galleries and by themselves. */
    photos: integer('photos').notNull().default(0),
    /** Of the photos those by themselves. */
    singlePhotos: integer('single_photos').notNull().default(0),
    videos: integer('videos').notNull().default(0),
    singleVideos: integer('single_videos').notNull().default(0),
    galleries: integer('galleries').notNull().default(0),
    products: integer('products').notNull().default(0),
    subscribers: integer('subscribers').notNull().default(0),
    followers: integer('followers').notNull().default(0),
    likes: integer('likes').notNull().default(0),
    /** Drawn once: a few in a row from a random place on are a random few, without looking at all of them. */
    shuffle: doublePrecision('shuffle')
      .notNull()
      .default(sql`random()`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('performers_followers').on(t.followers, t.accountId),
    index('performers_newest').on(t.createdAt, t.accountId),
    // Written as the query writes it, or it isn't used.
    index('performers_entry_price').on(
      sql`(CASE WHEN is_free_subscription THEN 0 ELSE monthly_price END)`,
      t.accountId,
    ),
    index('performers_shuffle').on(t.shuffle),
  ],
);

/**
 * The words a creator is found by: of name, handle, bio and categories, without accents. Triggers keep them
 * (at the end of the baseline migration), apart from the counts, which change all day.
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

/**
 * Every word that somebody can be found by, with the keys that find it where only a part of it is typed, or
 * it is typed with a slip.
 */
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
    /** SHA-256 of the token: a stolen table logs nobody in. */
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash'),
    remember: boolean('remember').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    ip: text('ip').notNull().default(''),
    /** As the last connection told it; null: look the address up. */
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
    /** The address a verification speaks of. */
    email: text('email'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index('one_time_tokens_account').on(t.accountId)],
);

/**
 * Another email address for an account: `open` until both addresses agreed; `done` ones can be taken back for
 * a while.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    accountId: accountRef('account_id'),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** Of the words in the mails to the new and to the old address. */
    newHash: text('new_hash').notNull().unique('email_changes_new_hash'),
    oldHash: text('old_hash').notNull().unique('email_changes_old_hash'),
    newConfirmedAt: at('new_confirmed_at'),
    oldAgreedAt: at('old_agreed_at'),
    state: text('state', { enum: ['open', 'done', 'undone', 'dropped'] }).notNull(),
    createdAt: createdAt(),
    /** When the old address can't refuse it any more; once done, when it can't be taken back any more. */
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

/** Sliding limits kept in the database, so that they hold over processes and restarts. */
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

/** A rendition's name is also the last part of its object key: `{storageKey}/{name}`. */
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
    /** Seconds. */
    duration: doublePrecision('duration'),
    alt: text('alt'),
    placeholder: text('placeholder'),
    storageKey: text('storage_key').notNull(),
    renditions: jsonb('renditions').$type<StoredRendition[]>().notNull().default([]),
    customData: text('custom_data'),
    /** As it was called where it came from. */
    originalName: text('original_name'),
    /** Of sound: 0 to 100, evenly over its length. */
    peaks: jsonb('peaks').$type<number[]>(),
    /** Kept as it came: nothing here could make other sizes of it. */
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
    // For deleting a file: the foreign keys are looked up by these.
    index('feeds_thumbnail')
      .on(t.thumbnailId)
      .where(sql`thumbnail_id IS NOT NULL`),
    index('feeds_teaser')
      .on(t.teaserId)
      .where(sql`teaser_id IS NOT NULL`),
    index('feeds_studio').on(t.performerId, t.createdAt, t.id),
    // For the jobs that publish and take down.
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

/** What someone bought; readable for ever, unless the payment was reversed. */
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
    /** What the buyer's library calls it. */
    title: text('title').notNull().default(''),
    /** The words of a post as they were sold; null of what has none. */
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
    /** A period. */
    price: cents('price').notNull(),
    cardId: uuid('card_id').references((): AnyPgColumn => cards.id),
    gateway: text('gateway').notNull(),
    startedAt: at('started_at').notNull(),
    /** Access lasts until here, whatever the state says (a job moves the state a little later). */
    periodEnd: at('period_end').notNull(),
    /** What periods are counted from, so that the 31st stays the 31st after a February; null: `startedAt`. */
    anchorAt: at('anchor_at'),
    /** Failed tries to renew the present period, and when the next one is due. */
    retries: integer('retries').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    cancelledAt: at('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** From the next period on: another plan, another price that the fan accepted. */
    nextType: text('next_type', { enum: ['monthly', 'yearly'] }),
    nextPrice: cents('next_price'),
    /** The end of the period whose renewal was announced by mail. */
    noticedFor: at('noticed_for'),
    /** The offer it began with. */
    promotionId: uuid('promotion_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // One at a time of a fan with a creator; `incomplete` is the place taken while a first payment is under
    // way.
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
    /** The same for the same card, whoever keeps it. */
    fingerprint: text('fingerprint'),
    isDefault: boolean('is_default').notNull().default(false),
    removedAt: at('removed_at'),
    createdAt: createdAt(),
  },
  (t) => [index('cards_account').on(t.accountId, t.createdAt)],
);

/**
 * One intent to pay by card. The gateway is called with this row's id as key, outside any database
 * transaction.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: ['top_up', 'subscription'] }).notNull(),
    /** The client's key, or one of our own where it sent none. */
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** After `discount`. */
    amount: cents('amount').notNull(),
    /** What a coupon took off; the site bears it. */
    discount: cents('discount').notNull().default(0),
    currency: text('currency').notNull(),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id),
    /** What the cardholder's bank handed back, kept before the gateway is asked: a crash must not lose it. */
    challengeAnswer: text('challenge_answer'),
    /** What to do when it succeeds: tokens and package of a top-up, creator and type of a subscription. */
    intent: jsonb('intent').$type<PaymentIntent>().notNull(),
    state: text('state', { enum: ['pending', 'challenge', 'succeeded', 'declined'] }).notNull(),
    chargeId: text('charge_id'),
    /** The gateway's own record of it, once it has one. */
    gatewayRef: text('gateway_ref'),
    reason: text('reason'),
    transactionId: uuid('transaction_id').references((): AnyPgColumn => ledgerTransactions.id),
    /** The reply that was given, given again to the same key. */
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
   * `price`: of a whole period, where less is paid for this one; renewals charge it. `credit`: what the rest
   * of another plan's period took off.
   */
  | {
      kind: 'subscription';
      performerId: string;
      type: 'monthly' | 'yearly';
      renewal: boolean;
      price?: Cents;
      credit?: Cents;
    };

/** Each event of a provider is applied once, in the transaction of its effect. */
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
     * A creator's earnings are several accounts: many pay into them at once, and each row lets one payment
     * commit at a time.
     */
    shard: integer('shard').notNull().default(0),
    /**
     * Cached sum of the postings; null for the site's own accounts, whose rows every payment would otherwise
     * queue for.
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
    /** Of a charge: tip, feed …; of the rest: the same as kind. */
    subject: text('subject').notNull(),
    subjectId: uuid('subject_id'),
    /** Who paid. */
    actorId: uuid('actor_id').references(() => accounts.id),
    /** Who earned. */
    performerId: uuid('performer_id').references(() => accounts.id),
    /** In the words of the person's history. */
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
    // What referrals brought, to whoever got it: a fan (actor) or a creator (performer).
    index('ledger_transactions_referral')
      .on(sql`(coalesce(performer_id, actor_id))`, t.createdAt, t.id)
      .where(sql`kind = 'referral'`),
    // What an item earned, and the payments of one subscription.
    index('ledger_transactions_item')
      .on(t.subjectId, t.createdAt)
      .where(sql`performer_id IS NOT NULL`),
    // Sales of one kind, the newest first, however few they are among the others.
    index('ledger_transactions_source')
      .on(t.performerId, t.subject, t.createdAt, t.id)
      .where(sql`kind IN ('charge', 'subscription')`),
    // Few among many sales: found without reading those.
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
    /** Null on the site's own accounts. */
    balanceAfter: amount('balance_after'),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_postings_account').on(t.accountId, t.seq),
    index('ledger_postings_transaction').on(t.transactionId),
    check('ledger_postings_not_zero', sql`amount <> 0`),
  ],
);

/** A money call's key, claimed in the transaction of its effect; the reply is kept for the same key. */
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
  /** Of a private conversation: both account ids, the lower first, joined; one conversation a pair. */
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
    /** When this member last wrote; null until they have: a creator may answer whoever wrote. */
    wroteAt: at('wrote_at'),
    /** Copied from the conversation, so that a member's list is one index scan. */
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

/** Mails wait here, written in the transaction of their cause; a job hands them to the mailer. */
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
    /** Two jobs with the same key can't wait at once. */
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
/** News and standing pages of the site, written by the operator. */
export const sitePosts = pgTable(
  'site_posts',
  {
    id: id(),
    /** Last part of the address, lower case. */
    slug: text('slug').notNull().unique('site_posts_slug'),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    /** Sanitised when it was written. */
    html: text('html').notNull(),
    /** `page`: terms, privacy, help; not among the news. */
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
/** Processes on this database that are there, or were until they were ended without a chance to say so. */
export const processes = pgTable('processes', {
  id: id(),
  role: text('role').notNull(),
  host: text('host').notNull(),
  /** Where it keeps files: the same id is the same place, whatever it is called there. */
  storeId: text('store_id').notNull(),
  store: text('store').notNull(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
});
