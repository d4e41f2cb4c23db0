import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import type { Bond } from './bonds.ts';

/**
 * The bond between two accounts as an SQL expression; null if there is none. Removed cards and replaced
 * payout methods count too.
 */
export const bondBetween = (one: SQL, other: SQL): SQL => sql`CASE
  WHEN EXISTS (SELECT 1 FROM cards x JOIN cards y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_card'
  WHEN EXISTS (SELECT 1 FROM payout_methods x JOIN payout_methods y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_payout' END`;

export async function findBond(db: Db, one: string, other: string): Promise<Bond | null> {
  const [row] = await fetchRows<{ bond: Bond | null }>(
    db.execute(sql`SELECT ${bondBetween(sql`${one}::uuid`, sql`${other}::uuid`)} AS bond`),
  );
  return row?.bond ?? null;
}
