import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import type { MediaItem } from '../media-items/publishing.ts';

/** The videos and photos that wait for a file, or failed with it. */
export const waitingFor = (db: Db, fileId: string): Promise<MediaItem[]> =>
  fetchRows(
    db.execute(sql`
    SELECT 'video' AS kind, id FROM videos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')
    UNION ALL SELECT 'photo', id FROM photos WHERE file_id = ${fileId} AND state IN ('processing', 'failed')`),
  );
