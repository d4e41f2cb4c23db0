import { type SQL, sql } from 'drizzle-orm';
import { openToPlaces, unblocked } from '../../base/access/block-rules.ts';

/** Counting goes no further: the badge says 99+. */
const MOST_COUNTED = 100;

/**
 * The number of an account's unread notifications, as part of a query. Those whose every actor is suspended,
 * blocked either way, or closed to the place (a `text[]` of codes) don't count.
 */
export function unreadNotifications(account: SQL, places: SQL): SQL<number> {
  const seen = sql`${unblocked(account, sql`na.account_id`)} AND ${openToPlaces(sql`na.account_id`, places)}`;
  return sql<number>`(SELECT count(*)::int FROM (
    SELECT 1 FROM notifications n WHERE n.account_id = ${account} AND n.read_at IS NULL AND n.is_listed
      AND (NOT n.has_actors OR EXISTS (
        SELECT 1 FROM notification_actors na JOIN accounts actor ON actor.id = na.account_id
        WHERE na.notification_id = n.id AND actor.suspended_at IS NULL AND ${seen}))
    LIMIT ${sql.raw(String(MOST_COUNTED))}) AS unread)`;
}
