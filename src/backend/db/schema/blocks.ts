import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { accountRef } from './accounts.ts';

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

/** Creators whose posts and news an account doesn't want to see. Not their messages, which are muted elsewhere. */
export const creatorMutes = pgTable(
  'creator_mutes',
  {
    accountId: accountRef('account_id'),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.performerId] }),
    index('creator_mutes_list').on(t.accountId, t.createdAt, t.performerId),
    index('creator_mutes_performer').on(t.performerId),
  ],
);
