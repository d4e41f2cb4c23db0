import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { unreadNotifications } from '../../people/accounts/unread-notifications.ts';

/** The number on the app's icon: unread notifications and messages, of people one may see. */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const account = sql`${accountId}::uuid`;
  const [row] = await fetchRows<{ total: number }>(
    db.execute(sql`
    SELECT ${unreadNotifications(account, sql`NULL::text[]`)} + (
      SELECT coalesce(sum(greatest(m.unread, m.is_marked_unread::int)), 0)::int FROM conversation_members m
      WHERE m.account_id = ${account} AND m.folder = 'inbox' AND (m.unread > 0 OR m.is_marked_unread) AND ${unblocked(account, sql`m.other_id`)}) AS total`),
  );
  return row?.total ?? 0;
}
