import { type SQL, sql } from 'drizzle-orm';
import type { PersonEvent, PersonFigures } from '#contract/across/operator/people.ts';
import { type Db, fetchRows } from '../../../../db/db.ts';
import type { Keyset } from '../../../../kernel/keyset.ts';

/** How many works of each kind a creator has made. */
export async function countWorks(db: Db, id: string): Promise<PersonFigures['works'] | undefined> {
  const made = (table: string) =>
    sql`(SELECT count(*)::int FROM ${sql.identifier(table)} WHERE performer_id = ${id})`;
  const [row] = await fetchRows<NonNullable<PersonFigures['works']>>(
    db.execute(sql`
    SELECT ${made('feeds')} AS posts, ${made('videos')} AS videos, ${made('galleries')} AS galleries,
      ${made('products')} AS products, ${made('auctions')} AS auctions, ${made('streams')} AS streams`),
  );
  return row;
}

interface EventRow {
  id: string;
  at: string | Date;
  kind: PersonEvent['kind'];
  what: string;
  note: string;
  by: string | null;
  amount: string | number | null;
  unit: PersonEvent['unit'];
  about: string | null;
}

/** What left or reached the person's own accounts with a transaction. */
const moved = (person: SQL): SQL => sql`
  LEFT JOIN LATERAL (
    SELECT sum(p.amount) AS amount, p.unit FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE p.transaction_id = t.id AND (a.owner_id = ${person} OR (a.kind = 'gateway' AND t.actor_id = ${person}))
    GROUP BY p.unit ORDER BY p.unit LIMIT 1) m ON true`;

/** Such as "post, spam". Whose it is stands in the case, whatever kind of thing it is. */
const reportedAs = sql`CASE r.target_type WHEN 'feed' THEN 'post' WHEN 'account' THEN 'profile' ELSE r.target_type END || ', ' || r.category`;

/** Card payments that haven't succeeded. One that has is in the ledger. */
const attempts = (person: SQL): SQL => sql`
  SELECT y.id, y.created_at, 'attempt', y.kind || ':' || y.state, concat_ws(' · ', y.reason, y.decline_code, y.gateway_ref), NULL::text, y.amount::bigint, 'money', NULL::uuid
  FROM payments y WHERE y.account_id = ${person} AND y.state <> 'succeeded'`;

/** Where the events of a person come from. Each query names the time, the id and what happened. */
const sources = (person: SQL): readonly SQL[] => [
  sql`SELECT a.id, a.created_at AS at, 'registered' AS kind, '' AS what, '' AS note, NULL::text AS by, NULL::bigint AS amount, NULL::text AS unit, NULL::uuid AS about
    FROM accounts a WHERE a.id = ${person}`,
  sql`SELECT s.id, s.created_at, 'login', s.ip, s.user_agent, NULL::text, NULL::bigint, NULL::text, NULL::uuid FROM sessions s WHERE s.account_id = ${person}`,
  sql`SELECT l.id, l.created_at, 'operator', l.action, coalesce(l.facts->>'reason', l.facts->>'facts', ''), l.actor, NULL::bigint, NULL::text, NULL::uuid
    FROM audit_log l WHERE l.subject = ${person}::text
      OR l.subject IN (SELECT d.id::text FROM moderation_decisions d WHERE d.account_id = ${person})`,
  sql`SELECT r.id, r.created_at, 'report', ${reportedAs}, r.comment, NULL::text, NULL::bigint, NULL::text, NULL::uuid FROM reports r WHERE r.reporter_id = ${person}`,
  sql`SELECT r.id, r.created_at, 'reported', ${reportedAs}, r.comment, NULL::text, NULL::bigint, NULL::text, NULL::uuid FROM reports r
    JOIN moderation_cases c ON c.id = r.case_id WHERE c.account_id = ${person}`,
  attempts(person),
  sql`SELECT t.id, t.created_at, 'paid', t.description, '', NULL::text, m.amount::bigint, m.unit, t.id FROM ledger_transactions t ${moved(person)}
    WHERE t.actor_id = ${person} AND t.kind IN ('charge', 'subscription', 'top_up', 'gift', 'refund', 'dispute')`,
  sql`SELECT t.id, t.created_at, 'earned', t.description, '', NULL::text, m.amount::bigint, m.unit, t.id FROM ledger_transactions t ${moved(person)}
    WHERE t.performer_id = ${person} AND t.actor_id IS DISTINCT FROM ${person} AND t.kind IN ('charge', 'subscription', 'refund', 'dispute')`,
  sql`SELECT e.id, e.created_at, 'payout', e.state, e.note, NULL::text, p.amount::bigint, 'money', p.id FROM payout_events e JOIN payout_requests p ON p.id = e.payout_id
    WHERE p.performer_id = ${person}`,
  sql`SELECT x.id, x.updated_at, 'adjusted', x.purse, x.reason, x.decided_by, x.amount, CASE x.purse WHEN 'wallet' THEN 'token' ELSE 'money' END, x.id
    FROM adjustments x WHERE x.account_id = ${person} AND x.state = 'approved'`,
];

/** What happened to an account and what its owner did, the newest first. */
export function selectEvents(
  db: Db,
  person: string,
  { last, limit }: { last: Keyset | null; limit: number },
): Promise<EventRow[]> {
  const after = last
    ? sql`WHERE (at, id) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    : sql``;
  // Each source gives no more than the page needs, so a long history isn't sorted as a whole.
  const parts = sources(sql`${person}::uuid`).map(
    (source) =>
      sql`(SELECT * FROM (${source}) AS s (id, at, kind, what, note, by, amount, unit, about) ${after} ORDER BY at DESC, id DESC LIMIT ${limit})`,
  );
  return fetchRows(
    db.execute(
      sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) e ORDER BY at DESC, id DESC LIMIT ${limit}`,
    ),
  );
}
