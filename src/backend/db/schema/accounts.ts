import { sql } from 'drizzle-orm';
import { consentKinds } from '#config/creator-statements.ts';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, at, createdAt, id, list, updatedAt } from '../columns.ts';

export const accountRef = (name: string) =>
  uuid(name)
    .notNull()
    .references((): AnyPgColumn => accounts.id);

export const accounts = pgTable(
  'accounts',
  {
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
    /** The IANA name of the zone that a creator's figures are cut into days in; null until known: UTC. */
    timeZone: text('time_zone'),
    isPerformer: boolean('is_performer').notNull().default(false),
    /** Lets payments skip the spend-cap query for accounts without caps. */
    hasSpendCaps: boolean('has_spend_caps').notNull().default(false),
    suspendedAt: at('suspended_at'),
    /** When the suspension ends by itself; null if it doesn't. */
    suspendedUntil: at('suspended_until'),
    /** Told to the person. */
    suspendedReason: text('suspended_reason'),
    /** The decision behind it, which the person can appeal. */
    suspendedByDecision: uuid('suspended_by_decision'),
    /**
     * When its owner closed it, until they log in again; `suspendedAt` is then set, too, so that everything that
     * asks whether an account is there finds it closed.
     */
    deactivatedAt: at('deactivated_at'),
    /** Categories that its owner chose, for suggestions. */
    interests: list('interests'),
    /** When the welcome mail was written, so that it is written once. */
    welcomedAt: at('welcomed_at'),
    /** Part of every device token's signature: raising it makes all tokens issued before worthless. */
    deviceEpoch: integer('device_epoch').notNull().default(0),
    lastSeenAt: at('last_seen_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  // For how many joined in a period.
  (t) => [index('accounts_created').on(t.createdAt)],
);

/**
 * How many accounts were active on a day (UTC). Split into rows, because every account's first request of a day
 * adds to one.
 */
export const activeDays = pgTable(
  'active_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    shard: smallint('shard').notNull(),
    accounts: integer('accounts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.shard] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: accountRef('account_id'),
    /** SHA-256 of the token, so that a stolen copy of the table can't be used to log in. */
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash'),
    remember: boolean('remember').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    ip: text('ip').notNull().default(''),
    /** As reported by the last connection; null: look up the IP. */
    country: text('country'),
    /** The codes of the place at the last connection (`whereabouts.ts`); null: the country alone. */
    places: text('places').array(),
    createdAt: createdAt(),
    /** When the person last proved who they are: at the login, or when a sensitive change asked. */
    provedAt: at('proved_at'),
    /** When this session last passed the second factor: a code, a recovery code or a passkey. */
    factorPassedAt: at('factor_passed_at'),
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
    purpose: text('purpose', { enum: ['reset-password', 'verify-email', 'disown-login'] }).notNull(),
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

/** Usernames that accounts have left: their addresses lead on, and nobody else can take them until then. */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    accountId: accountRef('account_id'),
    until: at('until').notNull(),
  },
  (t) => [index('former_usernames_account').on(t.accountId)],
);

/** A copy of everything of one's own, as a ZIP. Its object is removed when it expires. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    accountId: accountRef('account_id'),
    state: text('state', { enum: ['preparing', 'ready', 'failed'] }).notNull(),
    bytes: amount('bytes'),
    createdAt: createdAt(),
    readyAt: at('ready_at'),
    expiresAt: at('expires_at'),
  },
  (t) => [
    uniqueIndex('data_exports_one_at_a_time')
      .on(t.accountId)
      .where(sql`state = 'preparing'`),
    index('data_exports_account').on(t.accountId, t.createdAt),
    index('data_exports_expiry').on(t.expiresAt),
  ],
);

/**
 * Accounts whose owners asked for their deletion, and those that were deleted: their rows in `accounts` stay,
 * without the person, for what others and the books still refer to.
 */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    accountId: accountRef('account_id').primaryKey(),
    requestedAt: at('requested_at').notNull(),
    dueAt: at('due_at').notNull(),
    remindedAt: at('reminded_at'),
    /** What kept it from being deleted when it was due, as its owner was told. */
    heldBy: text('held_by', { enum: ['case', 'dispute', 'money', 'order'] }),
    /** From then on nobody can log in, and nothing brings the account back. */
    begunAt: at('begun_at'),
    erasedAt: at('erased_at'),
  },
  (t) => [
    index('account_deletions_due')
      .on(t.dueAt)
      .where(sql`erased_at IS NULL`),
  ],
);

/** What people agreed to: in which version, when, and a hash of the very text. Rows are only ever added. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: consentKinds }).notNull(),
    version: text('version').notNull(),
    textDigest: text('text_digest').notNull(),
    acceptedAt: at('accepted_at').notNull(),
  },
  (t) => [
    index('consents_account').on(t.accountId, t.kind),
    // Accepting in two tabs at once is accepting once.
    uniqueIndex('consents_page_version')
      .on(t.accountId, t.kind, t.version)
      .where(sql`kind IN ('terms', 'privacy')`),
  ],
);
