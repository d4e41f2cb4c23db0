import { bigint, boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { passkeyTransports } from '#contract/people/auth/passkeys.ts';
import { socialProviders } from '#contract/people/auth/social.ts';
import { at, createdAt, id } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';

/** An account's authenticator app. Codes are asked for once `enabledAt` is set. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  /** The secret shared with the app, encrypted. */
  sealed: text('sealed').notNull(),
  enabledAt: at('enabled_at'),
  /** The 30-second step of the last accepted code. It and earlier ones aren't accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }),
  /** The hash of the token in the email that can undo turning it on, and when it expires. */
  undoHash: text('undo_hash').unique('second_factors_undo_hash'),
  undoUntil: at('undo_until'),
  createdAt: createdAt(),
});

/** Single-use codes for when the authenticator app is out of reach. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    accountId: accountRef('account_id'),
    /** SHA-256; a code has 80 random bits. */
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('recovery_codes_account').on(t.accountId)],
);

/** A login whose password was right and that isn't finished. */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    id: id(),
    accountId: accountRef('account_id'),
    tokenHash: text('token_hash').notNull().unique('login_challenges_hash'),
    /** What is still missing: a code, or the owner's wish to come back to a deactivated account. */
    purpose: text('purpose', { enum: ['code', 'reactivate'] })
      .notNull()
      .default('code'),
    remember: boolean('remember').notNull(),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('login_challenges_account').on(t.accountId)],
);

/** A passkey (WebAuthn credential) that can log in to an account, with user verification by its device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: accountRef('account_id'),
    /** The authenticator's own id and public key (COSE), in base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    publicKey: text('public_key').notNull(),
    /** How often it was used, as it says; it never goes back, unless somebody copied it. Many always say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it. */
    transports: text('transports', { enum: passkeyTransports }).array().notNull(),
    name: text('name').notNull(),
    /** Whether it is kept in more than one place. */
    isBackedUp: boolean('is_backed_up').notNull(),
    /** The hash of the token in the email that can undo adding it, and when it expires. */
    undoHash: text('undo_hash').unique('passkeys_undo_hash'),
    undoUntil: at('undo_until'),
    lastUsedAt: at('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('passkeys_account').on(t.accountId)],
);

/** An account at a provider that can log in here. */
export const socialLogins = pgTable(
  'social_logins',
  {
    id: id(),
    accountId: accountRef('account_id'),
    provider: text('provider', { enum: socialProviders }).notNull(),
    /** The provider's own id, which stays the same when its addresses and names change. */
    subject: text('subject').notNull(),
    /** What its owner recognizes it by. */
    label: text('label').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('social_logins_subject').on(t.provider, t.subject),
    unique('social_logins_account').on(t.accountId, t.provider),
  ],
);
