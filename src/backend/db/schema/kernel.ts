import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, createdAt, id, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
});

/** Rate limits, kept in the database so that they hold across processes and restarts. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  resetAt: at('reset_at').notNull(),
});

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
