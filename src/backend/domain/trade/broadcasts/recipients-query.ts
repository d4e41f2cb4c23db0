import { type SQL, sql } from 'drizzle-orm';
import type { AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import type { Delivery } from '../../talk/messages/mass-delivery.ts';
import { type Outgoing, live, mutes, receives } from './audience-query.ts';

/** Stores the fans who will receive a broadcast, and returns how many they are. */
export async function storeRecipients(
  db: Db,
  broadcastId: string,
  { outgoing, fans }: { outgoing: Outgoing; fans: SQL },
): Promise<number> {
  const added = await fetchRows<{ one: number }>(
    db.execute(sql`
    INSERT INTO broadcast_recipients (broadcast_id, account_id, state)
    SELECT ${broadcastId}::uuid, id, 'waiting' FROM (${fans}) AS fans WHERE ${receives(outgoing)}
    RETURNING 1 AS one`),
  );
  return added.length;
}

/** Those of the fans who receive the message. */
export const selectReceivers = (db: Db, outgoing: Outgoing, fans: SQL): Promise<{ id: string }[]> =>
  fetchRows(db.execute(sql`SELECT id FROM (${fans}) AS fans WHERE ${receives(outgoing)} ORDER BY id`));

/** Notes who has received which message. */
export async function markDelivered(
  db: Db,
  broadcastId: string,
  { deliveries, time }: { deliveries: readonly Delivery[]; time: Date },
): Promise<void> {
  const list = (values: readonly string[]) => sql`${idList(values)}::text::uuid[]`;
  await db.execute(sql`
    UPDATE broadcast_recipients r SET state = 'delivered', delivered_at = ${time.toISOString()}::timestamptz,
      message_id = m.id, conversation_id = m.conversation_id, seq = m.seq
    FROM unnest(${list(deliveries.map(({ accountId }) => accountId))}, ${list(deliveries.map(({ messageId }) => messageId))}) AS d(account_id, message_id)
      JOIN messages m ON m.id = d.message_id
    WHERE r.broadcast_id = ${broadcastId} AND r.account_id = d.account_id`);
}

type Cause = JobPayloads['automatic-message'];

/** SQL condition: what happened still holds, so that nobody is welcomed who has already left. */
function stillTrue({ performerId, accountId, kind }: Cause, time: Date): SQL {
  const subscription = (state: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${accountId} AND performer_id = ${performerId} AND ${state})`;
  const holds: Readonly<Record<AutomaticKind, SQL>> = {
    follow: sql`EXISTS (SELECT 1 FROM follows WHERE follower_id = ${accountId} AND performer_id = ${performerId})`,
    subscribe: subscription(live(time)),
    'renewal-failed': subscription(sql`state = 'past_due'`),
    'subscription-ended': sql`NOT ${subscription(sql`state IN ('active', 'past_due', 'cancelled')`)}`,
  };
  return holds[kind];
}

/** The fan's name, or null if they aren't among the fans, don't want the message, or the event no longer holds. */
export async function findReceiver(
  db: Db,
  cause: Cause,
  { fans, time }: { fans: SQL; time: Date },
): Promise<string | null> {
  const rows = await fetchRows<{ name: string }>(
    db.execute(sql`
    SELECT a.name FROM (${fans}) AS fans JOIN accounts a ON a.id = fans.id
    WHERE NOT ${mutes(cause.performerId, sql`fans.id`)} AND ${stillTrue(cause, time)}`),
  );
  return rows[0]?.name ?? null;
}
