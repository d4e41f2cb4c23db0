import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** A SELECT of ids with one account. */
export const justOne = (accountId: string): SQL => sql`SELECT ${accountId}::uuid`;

interface Connection {
  readonly id: string;
  /** The country of the profile. */
  readonly home: string | null;
  readonly ip: string | null;
  readonly country: string | null;
  readonly places: string[] | null;
}

/** From where each of `people` (a SELECT of ids) connected last. */
export const lastConnections = (db: Db, people: SQL): Promise<Connection[]> =>
  fetchRows(
    db.execute(sql`
    SELECT DISTINCT ON (a.id) a.id, a.country AS home, s.ip, s.country, s.places FROM accounts a LEFT JOIN sessions s ON s.account_id = a.id
    WHERE a.id IN (${people}) ORDER BY a.id, s.last_seen_at DESC NULLS LAST`),
  );
