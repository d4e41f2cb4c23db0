import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** More blocks than a person makes by hand. */
const MAX_BLOCKED = 1_000;

/** The accounts that one blocked, and those that blocked it. */
export const findBlocks = (db: Db, accountId: string): Promise<{ id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT blocked_id AS id FROM account_blocks WHERE blocker_id = ${accountId}
    UNION SELECT blocker_id FROM account_blocks WHERE blocked_id = ${accountId} LIMIT ${MAX_BLOCKED}`),
  );
