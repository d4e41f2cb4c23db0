import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

const AT_ONCE = 500;

/** Posts to check: due by the clock, or waiting for files none of which is being processed anymore. */
export function findDue(db: Db, moment: Date): Promise<{ id: string }[]> {
  const stamp = sql`${moment.toISOString()}::timestamptz`;
  return fetchRows(
    db.execute(sql`
    SELECT id FROM feeds WHERE state = 'scheduled' AND scheduled_at <= ${stamp}
    UNION ALL SELECT id FROM feeds WHERE state = 'published' AND expires_at IS NOT NULL AND expires_at <= ${stamp}
    UNION ALL SELECT f.id FROM feeds f WHERE f.state = 'processing' AND NOT EXISTS (
      SELECT 1 FROM files fi WHERE fi.state NOT IN ('ready', 'failed')
        AND (fi.id = f.thumbnail_id OR fi.id = f.teaser_id OR EXISTS (SELECT 1 FROM feed_files ff WHERE ff.feed_id = f.id AND ff.file_id = fi.id)))
    LIMIT ${AT_ONCE}`),
  );
}
