import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../../db/db.ts';

/** Both are counted up to `most`. */
interface Waiting {
  readonly viewer: string;
  /** Whether the viewer may see `mine.other_id`. */
  readonly visible: SQL;
  readonly most: number;
}

/** Conversations of an inbox in which the other has the last word. */
export async function selectUnanswered(
  db: Db,
  { viewer, since, visible, most }: Waiting & { since: string },
): Promise<number> {
  const [row] = await fetchRows<{ count: number }>(
    db.execute(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM conversation_members mine
      JOIN conversations c ON c.id = mine.conversation_id AND c.type = 'private'
      JOIN messages m ON m.id = c.last_message_id AND m.sender_id = mine.other_id AND m.source = 'direct'
      WHERE mine.account_id = ${viewer} AND mine.folder = 'inbox' AND mine.is_pinned IN (true, false) AND mine.last_message_at > ${since}::timestamptz
        AND NOT mine.is_muted AND ${visible}
      LIMIT ${most}) AS waiting`),
  );
  return row?.count ?? 0;
}

/** Requests that wait for an answer, and when the first of them ends. */
export async function selectRequests(
  db: Db,
  { viewer, visible, most }: Waiting,
): Promise<{ count: number; deadline: string | null } | undefined> {
  const [row] = await fetchRows<{ count: number; deadline: string | null }>(
    db.execute(sql`
    SELECT count(*)::int AS count, min(expires_at) AS deadline FROM (
      SELECT r.expires_at FROM conversation_members mine
      JOIN message_requests r ON r.conversation_id = mine.conversation_id AND r.state = 'pending' AND r.performer_id = ${viewer}
      WHERE mine.account_id = ${viewer} AND mine.folder = 'requests' AND ${visible}
      ORDER BY mine.last_message_at LIMIT ${most}) AS waiting`),
  );
  return row;
}

/** Counts the rows of two selects at once. */
export async function countFolders(
  db: Db,
  { unread, requests }: { unread: SQLWrapper; requests: SQLWrapper },
): Promise<{ unread: number; requests: number }> {
  const [row] = await fetchRows<{ unread: number; requests: number }>(
    db.execute(sql`
    SELECT (SELECT count(*) FROM ${unread} AS u)::int AS unread,
      (SELECT count(*) FROM ${requests} AS r)::int AS requests`),
  );
  return row ?? { unread: 0, requests: 0 };
}
