import { sql } from 'drizzle-orm';
import { playback } from '#config/playback.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

export interface Played {
  readonly kind: 'video' | 'feed';
  item: string;
  file: string;
  seconds: number;
  duration: number;
  updated_at: string | Date;
}

const { shortest, finished, listed } = playback;
/** Some may have been closed to the viewer since, so more are read than are listed. */
const READ = listed * 3;

/** What an account began to play, last played first. */
export function findUnfinished(db: Db, accountId: string): Promise<Played[]> {
  const me = sql`${accountId}::uuid`;
  return fetchRows(
    db.execute(sql`
    SELECT * FROM (
      SELECT 'video' AS kind, w.video_id AS item, f.id AS file, w.seconds, f.duration, w.updated_at
      FROM watch_progress w JOIN videos v ON v.id = w.video_id JOIN files f ON f.id = v.file_id WHERE w.account_id = ${me}
      UNION ALL
      SELECT 'feed', p.feed_id, f.id, p.seconds, f.duration, p.updated_at
      FROM post_progress p JOIN files f ON f.id = p.file_id WHERE p.account_id = ${me}) AS played
    WHERE duration >= ${shortest} AND seconds < duration * ${finished}::float8
    ORDER BY updated_at DESC, file DESC LIMIT ${READ}`),
  );
}
