import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** Someone who was let in to something of a creator's. */
export interface Admission {
  readonly key: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly ownerId: string;
  readonly itemId: string;
  /** From `placeList`. */
  readonly places: string | null;
}

/**
 * The keys of those whose access may have ended: their session is over, one of the two is suspended or has blocked
 * the other, their country was closed, or what they bought was refunded. Whether it has is for the access rule to
 * say; one query for everybody keeps the question cheap enough to be asked all the time.
 */
export async function findPossiblyLost(db: Db, people: readonly Admission[]): Promise<Set<string>> {
  if (people.length === 0) return new Set();
  const given = JSON.stringify(
    people.map(({ key, accountId, sessionId, ownerId, itemId, places }) => ({
      key,
      account: accountId,
      session: sessionId,
      owner: ownerId,
      item: itemId,
      places,
    })),
  );
  const rows = await fetchRows<{ key: string }>(
    db.execute(sql`
    SELECT p.key FROM jsonb_to_recordset(${given}::text::jsonb) AS p (key text, account uuid, session uuid, owner uuid, item uuid, places text)
    WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = p.session)
      OR EXISTS (SELECT 1 FROM accounts a WHERE a.id IN (p.account, p.owner) AND a.suspended_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM account_blocks b WHERE (b.blocker_id = p.owner AND b.blocked_id = p.account) OR (b.blocker_id = p.account AND b.blocked_id = p.owner))
      OR EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = p.owner AND c.country = ANY (p.places::text[]))
      OR EXISTS (SELECT 1 FROM purchases u WHERE u.account_id = p.account AND u.item_id = p.item AND u.reversed_at IS NOT NULL)`),
  );
  return new Set(rows.map(({ key }) => key));
}
