import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { type Cut, dayAt } from '../../../kernel/local-days.ts';

interface Asked {
  readonly performerId: string;
  readonly range: { readonly from: string; readonly to?: string };
  readonly cut: Cut;
}

/** How many of a creator's followers began on each day of a range. */
export const countFollowersByDay = (
  db: Db,
  { performerId, range, cut }: Asked,
): Promise<{ day: string; count: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT ${dayAt(cut, sql`created_at`)} AS day, count(*)::int AS count FROM follows
    WHERE performer_id = ${performerId} AND created_at >= ${range.from}::timestamptz ${range.to ? sql`AND created_at < ${range.to}::timestamptz` : sql``} GROUP BY 1`),
  );
