import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { unreadNotifications } from '../accounts/unread-notifications.ts';

const NAMES = 3;

/** The newest people of each notification that meet a condition on `na`. */
export const findNewestActors = (
  db: Db,
  ids: readonly string[],
  isSeen: SQL,
): Promise<{ id: string; account: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT n.id, newest.account_id AS account FROM unnest(${idList(ids)}::text::uuid[]) AS n (id)
    CROSS JOIN LATERAL (
      SELECT na.account_id, na.created_at FROM notification_actors na WHERE na.notification_id = n.id AND ${isSeen}
      ORDER BY na.created_at DESC, na.account_id DESC LIMIT ${NAMES}) AS newest
    ORDER BY newest.created_at DESC, newest.account_id DESC`),
  );

/** How many notifications an account hasn't read, as far as it is counted. */
export async function findUnread(db: Db, accountId: string, places: string | null): Promise<number> {
  const [row] = await fetchRows<{ unread: number }>(
    db.execute(sql`
    SELECT ${unreadNotifications(sql`${accountId}::uuid`, sql`${places}::text::text[]`)} AS unread`),
  );
  return row?.unread ?? 0;
}
