import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

const stamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

interface View {
  /** Who viewed what. */
  readonly key: string;
  readonly moment: Date;
  /** When the same viewer counts again. */
  readonly until: Date;
}

/** Counts a view unless the same was counted. Returns the number of views if it was. */
export async function addView(
  db: Db,
  videoId: string,
  { key, moment, until }: View,
): Promise<number | undefined> {
  const [counted] = await fetchRows<{ views: number }>(
    db.execute(sql`
    WITH first AS (
      INSERT INTO rate_limits AS r (key, hits, reset_at) VALUES (${key}, 1, ${stamp(until)})
      ON CONFLICT (key) DO UPDATE SET reset_at = EXCLUDED.reset_at WHERE r.reset_at <= ${stamp(moment)} RETURNING key)
    UPDATE videos SET views = views + 1 WHERE id = ${videoId} AND EXISTS (SELECT FROM first) RETURNING views`),
  );
  return counted?.views;
}
