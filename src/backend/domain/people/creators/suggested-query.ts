import { type SQL, sql } from 'drizzle-orm';

/** How many of each kind are compared, so that a request never sorts all creators. */
const compared = sql.raw('60');

/** The ids of creators of the chosen categories, a `text[]`, and of trending and popular ones. */
export function candidates(chosen: SQL): SQL {
  const open = sql`SELECT c.account_id FROM performers c WHERE c.verification_state = 'approved'`;
  return sql`(
    (${open} AND c.categories && ${chosen} ORDER BY c.followers DESC, c.account_id DESC LIMIT ${compared})
    UNION (SELECT t.performer_id FROM trending_creators t ORDER BY t.score DESC, t.performer_id DESC LIMIT ${compared})
    UNION (${open} ORDER BY c.followers DESC, c.account_id DESC LIMIT ${compared}))`;
}
