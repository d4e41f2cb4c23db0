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
