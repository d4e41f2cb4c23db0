import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** Categories in use, by number of creators. */
export const countCategories = (db: Db): Promise<{ name: string; count: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT category AS name, count(*)::int AS count
    FROM performers p JOIN accounts a ON a.id = p.account_id CROSS JOIN LATERAL unnest(p.categories) AS category
    WHERE p.verification_state = 'approved' AND a.suspended_at IS NULL
    GROUP BY category ORDER BY count DESC, category LIMIT 100`),
  );
