import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { SAME_PICTURE_BITS } from '../../../kernel/picture-hash.ts';

/** Held by removals while they list pictures, and shared by uploads while they write what they checked. */
const LIST_LOCK = sql.raw('7264183050');

/** Uploads that are written now finish first, and later ones see what is listed. Until the end of the transaction. */
export const lockRemovedPictures = (db: Db) => db.execute(sql`SELECT pg_advisory_xact_lock(${LIST_LOCK})`);
export const lockListShared = (db: Db) => db.execute(sql`SELECT pg_advisory_xact_lock_shared(${LIST_LOCK})`);

export interface Match {
  readonly id: string;
  readonly bits: number;
}

/** The removed picture that is most like this one. Reads the whole list, which takes milliseconds. */
export async function closest(db: Db, hash: bigint): Promise<Match | undefined> {
  const [match] = await fetchRows<Match>(
    db.execute(sql`
      SELECT id, bits FROM (
        SELECT id, bit_count((hash # ${String(hash)}::bigint)::bit(64))::int AS bits FROM removed_picture_hashes
      ) AS listed WHERE bits <= ${SAME_PICTURE_BITS} ORDER BY bits, id LIMIT 1`),
  );
  return match;
}
