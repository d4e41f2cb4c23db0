import { sql } from 'drizzle-orm';
import type { Db } from '../../../../db/db.ts';

/** Takes an account out of what others were notified of. */
export const leaveNotifications = (db: Db, accountId: string): Promise<unknown> =>
  db.execute(sql`
    WITH gone AS (DELETE FROM notification_actors WHERE account_id = ${accountId}::uuid RETURNING notification_id)
    UPDATE notifications SET count = count - 1 WHERE id IN (SELECT notification_id FROM gone)`);

/** Creators' lists of fans no longer count an account. */
export const leaveLists = (db: Db, accountId: string): Promise<unknown> =>
  db.execute(sql`
    WITH gone AS (DELETE FROM fan_list_members WHERE account_id = ${accountId}::uuid RETURNING list_id)
    UPDATE fan_lists SET members = members - 1 WHERE id IN (SELECT list_id FROM gone)`);

/** Deletes words from the index of searches that nobody can be found by any longer. */
export const dropSearchTerms = (db: Db): Promise<unknown> =>
  db.execute(sql`
    WITH used AS (
      SELECT unnest(words) AS word FROM creator_search
      UNION SELECT unnest(words) FROM site_search
      UNION SELECT unnest(tag_keys(tags)) FROM videos UNION SELECT unnest(tag_keys(tags)) FROM galleries UNION SELECT unnest(tag_keys(tags)) FROM photos)
    DELETE FROM search_terms WHERE word NOT IN (SELECT word FROM used WHERE word IS NOT NULL)`);
