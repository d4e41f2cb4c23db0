import { sql } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';

interface Target {
  name: string;
  has_feed: boolean;
}

/** The creator to be tipped, and whether the post is there. */
export const targetQuery = statement<Target, { performer: string; feed: string | null }>(
  'tip_target',
  sql`
  SELECT name, (${sql.placeholder('feed')}::uuid IS NULL OR EXISTS (
    SELECT 1 FROM feeds WHERE id = ${sql.placeholder('feed')}::uuid AND performer_id = accounts.id AND state = 'published')) AS has_feed
  FROM accounts WHERE id = ${sql.placeholder('performer')}::uuid`,
);
