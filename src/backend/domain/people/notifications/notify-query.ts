import { sql } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';
import { closesPlaces, unblocked } from '../../base/access/block-rules.ts';
import { unmuted } from '../../base/access/mute-rules.ts';
import type { Chosen } from './settings.ts';
import { hasDevice } from './push/queueing.ts';

export interface Recipient {
  name: string;
  email: string | null;
  channels: Chosen['channels'] | null;
  digest: Chosen['digest'] | null;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string | null;
  push_messages: boolean | null;
  push_message_text: boolean | null;
  has_device: boolean;
  closes: boolean;
}

const [toId, actorId, onceKey] = [
  sql`${sql.placeholder('to')}::uuid`,
  sql`${sql.placeholder('actor')}::uuid`,
  sql`${sql.placeholder('once')}::text`,
];

/**
 * Nobody when the account is suspended, blocked or was blocked by the actor, muted them, or has been told
 * before.
 */
export const recipientQuery = statement<
  Recipient,
  { to: string; actor: string | null; once: string | null; mutable: boolean }
>(
  'notification_recipient',
  sql`
  SELECT a.name, a.email, s.channels, s.digest, s.quiet_from, s.quiet_to, a.time_zone, s.push_messages, s.push_message_text,
    ${hasDevice(sql`a.id`)} AS has_device, ${closesPlaces(actorId)} AS closes
  FROM accounts a LEFT JOIN notification_settings s ON s.account_id = a.id
  WHERE a.id = ${toId} AND a.suspended_at IS NULL AND (${actorId} IS NULL OR ${unblocked(sql`a.id`, actorId)})
    AND (NOT ${sql.placeholder('mutable')}::boolean OR ${unmuted(sql`a.id`, actorId)})
    AND (${onceKey} IS NULL OR NOT EXISTS (SELECT 1 FROM notifications n WHERE n.account_id = a.id AND n.group_key = ${onceKey}))`,
);

export interface Entry extends Record<string, unknown> {
  id: string;
  to: string;
  type: string;
  key: string | null;
  text: string;
  phrase: string | null;
  href: string | null;
  actors: boolean;
  listed: boolean;
  digest: 'none' | 'waiting';
  at: string;
}
const given = (name: keyof Entry & string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/** A new row, or the unread one of the group with the newest event. */
export const writeQuery = statement<{ id: string; count: number; is_new: boolean }, Entry>(
  'notification_write',
  sql`
  INSERT INTO notifications AS n (id, account_id, type, group_key, text, group_phrase, href, has_actors, is_listed, digest, created_at, updated_at)
  VALUES (${given('id', 'uuid')}, ${given('to', 'uuid')}, ${given('type', 'text')}, ${given('key', 'text')}, ${given('text', 'text')}, ${given('phrase', 'text')},
    ${given('href', 'text')}, ${given('actors', 'boolean')}, ${given('listed', 'boolean')}, ${given('digest', 'text')}, ${given('at', 'timestamptz')}, ${given('at', 'timestamptz')})
  ON CONFLICT (account_id, group_key) WHERE read_at IS NULL DO UPDATE SET
    text = excluded.text, group_phrase = excluded.group_phrase, href = excluded.href, is_listed = n.is_listed OR excluded.is_listed,
    digest = CASE WHEN excluded.digest = 'waiting' THEN 'waiting' ELSE n.digest END, updated_at = greatest(n.updated_at, excluded.updated_at)
  RETURNING id, count, (xmax = 0) AS is_new`,
);

/** Adds somebody to a notification; no row if they are in it already. */
export const actorQuery = statement<{ id: string }, { id: string; actor: string; at: string }>(
  'notification_actor',
  sql`
  INSERT INTO notification_actors (notification_id, account_id, created_at)
  VALUES (${sql.placeholder('id')}::uuid, ${sql.placeholder('actor')}::uuid, ${sql.placeholder('at')}::timestamptz)
  ON CONFLICT DO NOTHING RETURNING notification_id AS id`,
);
export const countQuery = statement<{ count: number }, { id: string }>(
  'notification_count',
  sql`UPDATE notifications SET count = count + 1 WHERE id = ${sql.placeholder('id')}::uuid RETURNING count`,
);
