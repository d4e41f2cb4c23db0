import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

interface Waiting {
  count: number;
  deadline: string | null;
}

/** A seller's open problems, counted up to `most`. */
export async function problemsWaiting(db: Db, sellerId: string, most: number): Promise<Waiting | undefined> {
  const [row] = await fetchRows<Waiting>(
    db.execute(sql`
    SELECT count(*)::int AS count, min(deadline_at) AS deadline FROM (
      SELECT deadline_at FROM orders WHERE seller_id = ${sellerId} AND problem_state IN ('open', 'answered', 'escalated')
        AND problem_state = 'open' ORDER BY deadline_at LIMIT ${most}) AS waiting`),
  );
  return row;
}

/** A seller's sales in a state, counted up to `most`. */
export async function salesWaiting(
  db: Db,
  sellerId: string,
  { state, most }: { state: 'paid' | 'accepted'; most: number },
): Promise<Waiting | undefined> {
  const [row] = await fetchRows<Waiting>(
    // The state is written out, so that the partial index is used.
    db.execute(sql`
    SELECT count(*)::int AS count, min(deadline_at) AS deadline FROM (
      SELECT deadline_at FROM orders WHERE seller_id = ${sellerId} AND state = ${sql.raw(`'${state}'`)} ORDER BY deadline_at LIMIT ${most}) AS waiting`),
  );
  return row;
}
