import { sql } from 'drizzle-orm';
import type { Viewer } from '../../../kernel/context.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

interface Standing {
  /** Whether something besides the password protects the account. */
  isProtected: boolean;
  hasPasskey: boolean;
  /** Seconds since this very session passed the second factor; null if it never did. */
  proofAge: number | null;
}

/** What the desk has to know of an operator's account and session; null for everybody else. */
export async function findStanding(
  db: Db,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
  moment: Date,
): Promise<Standing | null> {
  const [row] = await fetchRows<Standing>(
    db.execute(sql`
    SELECT
      EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = o.account_id AND f.enabled_at IS NOT NULL) AS "isProtected",
      EXISTS (SELECT 1 FROM passkeys p WHERE p.account_id = o.account_id) AS "hasPasskey",
      (SELECT extract(epoch FROM ${moment.toISOString()}::timestamptz - s.factor_passed_at)::float8
        FROM sessions s WHERE s.id = ${sessionId}::uuid AND s.account_id = o.account_id) AS "proofAge"
    FROM operators o WHERE o.account_id = ${id}::uuid`),
  );
  return row ?? null;
}
