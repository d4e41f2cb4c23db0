import { type SQL, sql } from 'drizzle-orm';
import { live } from './facts-query.ts';

const viewer = sql`${sql.placeholder('viewer')}::uuid`;

/** Creators the viewer subscribes to, and those they follow or subscribe to. Placeholders `viewer` and `moment`. */
export const subscribedOwners: SQL = sql`SELECT performer_id FROM subscriptions WHERE user_id = ${viewer} AND ${live}${sql.placeholder('moment')}::timestamptz`;
export const followedOwners: SQL = sql`SELECT performer_id FROM follows WHERE follower_id = ${viewer} UNION ${subscribedOwners}`;

/** The same as `followedOwners` for one account at one moment, outside a prepared query. */
export const followedBy = (accountId: string, moment: Date): SQL => sql`
  SELECT performer_id FROM follows WHERE follower_id = ${accountId}
  UNION SELECT performer_id FROM subscriptions WHERE user_id = ${accountId} AND ${live}${moment.toISOString()}::timestamptz`;
