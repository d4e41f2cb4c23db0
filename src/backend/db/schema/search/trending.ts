import { doublePrecision, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../columns.ts';
import { accounts } from '../accounts.ts';

/** Creators with recent activity and their score. A job replaces all rows at once. */
export const trendingCreators = pgTable(
  'trending_creators',
  {
    performerId: uuid('performer_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    score: doublePrecision('score').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('trending_creators_score').on(t.score, t.performerId)],
);
