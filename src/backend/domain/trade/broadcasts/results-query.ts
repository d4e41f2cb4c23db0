import { type SQL, sql } from 'drizzle-orm';
import type { BroadcastRows } from '#contract/trade/broadcasts/broadcasts.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

/** FROM and WHERE clauses for a broadcast's recipients, with what each one read and bought. */
const recipients = (id: string): SQL => sql`
  broadcast_recipients r
    LEFT JOIN conversation_members m ON m.conversation_id = r.conversation_id AND m.account_id = r.account_id
    LEFT JOIN purchases p ON p.kind = 'message' AND p.item_id = r.message_id AND p.reversed_at IS NULL
  WHERE r.broadcast_id = ${id}`;
const isSeen = sql`(r.state = 'delivered' AND m.read_seq >= r.seq)`;

const conditions: Readonly<Record<BroadcastRows, SQL>> = {
  recipients: sql`true`,
  delivered: sql`r.delivered_at IS NOT NULL`,
  seen: isSeen,
  bought: sql`p.id IS NOT NULL`,
};

/** The copies of a broadcast that were bought. */
export const selectSold = (db: Db, id: string): Promise<{ id: string }[]> =>
  fetchRows(db.execute(sql`SELECT r.message_id AS id FROM ${recipients(id)} AND p.id IS NOT NULL`));

/** How many recipients have seen a broadcast, and how many bought it. */
export async function countRead(db: Db, id: string): Promise<{ seen: number; bought: number } | undefined> {
  const [counts] = await fetchRows<{ seen: number; bought: number }>(
    db.execute(
      sql`SELECT count(*) FILTER (WHERE ${isSeen})::int AS seen, count(p.id)::int AS bought FROM ${recipients(id)}`,
    ),
  );
  return counts;
}

/** The recipients behind one of a broadcast's figures. `visible`: whom of them the creator may see. */
export interface Behind {
  readonly id: string;
  readonly figure: BroadcastRows;
  readonly visible: SQL;
}
const behind = ({ id, figure, visible }: Behind): SQL =>
  sql`${recipients(id)} AND ${conditions[figure]} AND ${visible}`;

interface RecipientRow {
  readonly id: string;
  readonly state: 'waiting' | 'delivered' | 'skipped' | 'unsent';
  readonly conversation: string | null;
  readonly at: string | null;
  readonly seen: boolean | null;
  readonly paid: string | null;
}

export const selectBehind = (
  db: Db,
  figure: Behind,
  { limit, offset }: { limit: number; offset: number },
): Promise<RecipientRow[]> =>
  fetchRows(
    db.execute(sql`
    SELECT r.account_id AS id, r.state, r.conversation_id AS conversation, ${isSeen} AS seen, p.price AS paid,
      to_char(r.delivered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM ${behind(figure)} ORDER BY r.account_id LIMIT ${limit} OFFSET ${offset}`),
  );

/** The same, to be counted. */
export const rowsBehind = (figure: Behind): SQL => sql`SELECT 1 FROM ${behind(figure)}`;
