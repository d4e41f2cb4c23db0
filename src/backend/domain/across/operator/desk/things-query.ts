import { type SQL, sql } from 'drizzle-orm';
import type { FoundThing } from '#contract/across/operator/people.ts';
import { type Db, fetchRows } from '../../../../db/db.ts';
import type { Quoted } from './quoted.ts';

interface ThingRow {
  id: string;
  kind: FoundThing['kind'];
  title: string;
  state: string | null;
  at: string | Date;
  payment: string | null;
  owner_id: string | null;
  owner_username: string | null;
  owner_name: string | null;
  other_id: string | null;
  other_username: string | null;
  other_name: string | null;
}

const none = sql`NULL::uuid`;
/** What creators publish, with the words it is known by. */
const published: readonly { table: string; kind: FoundThing['kind']; title: SQL; state: SQL }[] = [
  { table: 'feeds', kind: 'post', title: sql`left(x.text, 120)`, state: sql`x.state` },
  { table: 'videos', kind: 'video', title: sql`x.title`, state: sql`x.state` },
  { table: 'galleries', kind: 'gallery', title: sql`x.title`, state: sql`x.state` },
  { table: 'products', kind: 'product', title: sql`x.name`, state: sql`x.state` },
  { table: 'auctions', kind: 'auction', title: sql`x.title`, state: sql`x.state` },
  { table: 'streams', kind: 'stream', title: sql`x.title`, state: sql`x.state` },
  { table: 'post_series', kind: 'series', title: sql`x.title`, state: sql`NULL` },
  { table: 'broadcasts', kind: 'broadcast', title: sql`left(x.text, 120)`, state: sql`x.state` },
];

/**
 * Everything with this id. Each row: id, kind, title, owner, other side, state, time and payment. The text of
 * a private message isn't among them: it is opened in a case, with a reason.
 */
const byId = (id: SQL): SQL[] => [
  ...published.map(
    ({ table, kind, title, state }) => sql`
    SELECT x.id, ${kind} AS kind, ${title} AS title, x.performer_id AS owner, ${none} AS other, ${state} AS state, x.created_at AS at, ${none} AS payment
    FROM ${sql.identifier(table)} x WHERE x.id = ${id}`,
  ),
  sql`SELECT x.id, 'comment', left(x.text, 120), x.author_id, x.owner_id, CASE WHEN x.deleted_at IS NOT NULL THEN 'deleted' WHEN x.held_at IS NOT NULL THEN 'held' END, x.created_at, ${none}
    FROM comments x WHERE x.id = ${id}`,
  sql`SELECT x.id, 'private-stream', x.note, x.performer_id, x.account_id, x.state, x.created_at, ${none} FROM private_streams x WHERE x.id = ${id}`,
  sql`SELECT x.id, 'message', '', x.sender_id, x.recipient_id, CASE WHEN x.deleted_at IS NOT NULL THEN 'deleted' END, x.created_at, ${none}
    FROM messages x WHERE x.id = ${id}`,
  sql`(SELECT x.id, 'conversation', '', m.account_id, m.other_id, NULL::text, x.created_at, ${none}
    FROM conversations x JOIN conversation_members m ON m.conversation_id = x.id WHERE x.id = ${id} ORDER BY m.account_id LIMIT 1)`,
  sql`SELECT x.id, 'payout', coalesce(x.reference, ''), x.performer_id, ${none}, x.state, x.created_at, ${none} FROM payout_requests x WHERE x.id = ${id}`,
  sql`SELECT x.id, 'case', x.category, x.account_id, ${none}, x.state, x.created_at, ${none} FROM moderation_cases x WHERE x.id = ${id}`,
  sql`SELECT x.id, 'adjustment', x.reason, x.account_id, ${none}, x.state, x.created_at, ${none} FROM adjustments x WHERE x.id = ${id}`,
  sql`SELECT x.id, 'contact', x.subject, x.account_id, ${none}, CASE WHEN x.closed_at IS NULL THEN 'open' ELSE 'closed' END, x.created_at, ${none}
    FROM contact_messages x WHERE x.id = ${id}`,
];

const order = (isIt: SQL): SQL => sql`
  SELECT x.id, 'order', x.number || ' · ' || (x.snapshot->>'name'), x.buyer_id, x.seller_id, x.state, x.created_at, x.transaction_id FROM orders x WHERE ${isIt}`;
const dispute = (isIt: SQL): SQL => sql`
  SELECT x.id, 'dispute', x.gateway_id, p.account_id, ${none}, x.state, x.created_at, p.transaction_id
  FROM disputes x JOIN payments p ON p.id = x.payment_id WHERE ${isIt}`;
const payout = (text: string): SQL => sql`
  SELECT x.id, 'payout', x.reference, x.performer_id, ${none}, x.state, x.created_at, ${none} FROM payout_requests x WHERE x.reference = ${text}`;

/** Only of a month that has started. Its id is its creator's. */
const statement = (time: string, { number, month, of }: NonNullable<Quoted['statement']>): SQL => sql`
  SELECT x.id, 'statement', ${number}::text, x.id, ${none}, NULL, ${`${month}-01`}::date::timestamp AT TIME ZONE 'UTC', ${none}
  FROM accounts x WHERE x.is_performer AND right(x.id::text, 12) = ${of} AND ${`${month}-01`} <= ${time}`;

function sources(time: string, { id, number, statement: quotedStatement, text }: Quoted): SQL[] {
  if (id !== null) {
    const given = sql`${id}::uuid`;
    return [...byId(given), order(sql`x.id = ${given}`), dispute(sql`x.id = ${given}`)];
  }
  return [
    ...(number === null ? [] : [order(sql`x.number = ${number}`)]),
    ...(quotedStatement === null ? [] : [statement(time, quotedStatement)]),
    dispute(sql`x.gateway_id = ${text}`),
    payout(text),
  ];
}

/** What has this id, number or reference, at a time. */
export function selectThings(db: Db, asked: Quoted, time: string): Promise<ThingRow[]> {
  const union = sql.join(sources(time, asked), sql` UNION ALL `);
  return fetchRows(
    db.execute(sql`
    SELECT t.id, t.kind, t.title, t.state, t.at, t.payment,
      o.id AS owner_id, o.username AS owner_username, o.name AS owner_name,
      b.id AS other_id, b.username AS other_username, b.name AS other_name
    FROM (${union}) AS t (id, kind, title, owner, other, state, at, payment)
    LEFT JOIN accounts o ON o.id = t.owner LEFT JOIN accounts b ON b.id = t.other
    ORDER BY t.at DESC, t.id DESC LIMIT 20`),
  );
}
