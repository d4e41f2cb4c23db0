import { type SQL, sql } from 'drizzle-orm';
import { namePlaceholder } from '#config/name-placeholder.ts';
import type { Tokens } from '#lib/units.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { folderOnArrival } from './inbox/organizing.ts';

/** One text with its files, from one creator to many fans. */
export interface MassMessage {
  readonly senderId: string;
  readonly type: 'text' | 'photo' | 'video';
  readonly text: string;
  /** In tokens; 0 is free. */
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
  readonly fileIds: readonly string[];
  readonly source: 'mass' | 'auto';
}

type Ids = readonly string[];

/* Arrays instead of a row of parameters each: building those held up other requests for 20 ms and more. */
const ids = (values: Ids): SQL => sql`${idList(values)}::text::uuid[]`;
const pairKeyList = (values: Ids): SQL => sql`${idList(values)}::text::text[]`;
const stamp = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/**
 * Where the conversations that a mass message opens appear in the sender's own list: last, until the fan
 * replies. Otherwise thousands of them would bury the conversations that are waiting for an answer.
 */
const endOfList = 0;

interface NewPair {
  /** Of the conversation, if it is made. */
  readonly id: string;
  readonly pairKey: string;
  readonly accountId: string;
}

/** Creates the conversations of the sender that are missing. */
export async function makeConversations(
  db: Db,
  { senderId, pairs, time }: { senderId: string; pairs: readonly NewPair[]; time: Date },
): Promise<void> {
  const at = stamp(time);
  const pairKeys = pairKeyList(pairs.map(({ pairKey }) => pairKey));
  await db.execute(sql`
    WITH made AS (
      INSERT INTO conversations (id, type, pair_key, created_at, updated_at)
      SELECT p.id, 'private', p.pair_key, ${at}, ${at}
      FROM unnest(${ids(pairs.map(({ id }) => id))}, ${pairKeys}) AS p(id, pair_key)
      ON CONFLICT (pair_key) DO NOTHING
      RETURNING id, pair_key)
    INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at)
    SELECT made.id, side.account_id, side.other_id, side.last_message_at
    FROM made JOIN unnest(${pairKeys}, ${ids(pairs.map(({ accountId }) => accountId))}) AS o(pair_key, account_id) USING (pair_key),
      LATERAL (VALUES (${senderId}::uuid, o.account_id, to_timestamp(${endOfList})), (o.account_id, ${senderId}::uuid, ${at}))
        AS side(account_id, other_id, last_message_at)`);
}

/** The text as its receiver `a` gets it. An automatic one has been filled in already. */
const textFor = ({ text, source }: MassMessage): SQL =>
  source === 'mass' ? sql`replace(${text}::text, ${namePlaceholder}, a.name)` : sql`${text}::text`;

interface Pair {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** Writes a message to each fan. */
export const writeMessages = (
  db: Db,
  message: MassMessage,
  { pairs, time }: { pairs: readonly Pair[]; time: Date },
): Promise<{ id: string; seq: number }[]> =>
  fetchRows(
    db.execute(sql`
    INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, type, text, price, included_in_subscription, source, created_at)
    SELECT m.id, c.id, ${message.senderId}::uuid, m.account_id, c.last_seq + 1, ${message.type}, ${textFor(message)}, ${message.price}::bigint, ${message.includedInSubscription}::boolean, ${message.source}, ${stamp(time)}
    FROM unnest(${ids(pairs.map(({ messageId }) => messageId))}, ${ids(pairs.map(({ conversationId }) => conversationId))}, ${ids(pairs.map(({ accountId }) => accountId))}) AS m(id, conversation_id, account_id) JOIN conversations c ON c.id = m.conversation_id JOIN accounts a ON a.id = m.account_id
    RETURNING id, seq`),
  );

/** Gives each message all of the files. */
export const attachFiles = (db: Db, messageIds: Ids, fileIds: Ids): Promise<unknown> =>
  db.execute(sql`
    INSERT INTO message_files (message_id, file_id, position)
    SELECT m.id, f.id, f.place - 1 FROM unnest(${ids(messageIds)}) AS m(id), unnest(${ids(fileIds)}) WITH ORDINALITY AS f(id, place)`);

/** New messages are the last ones of their conversations. */
export const showMessages = (db: Db, messageIds: Ids, time: Date): Promise<unknown> =>
  db.execute(sql`
    UPDATE conversations SET last_seq = m.seq, last_message_id = m.id, last_message_at = ${stamp(time)}, updated_at = ${stamp(time)}
    FROM messages m WHERE m.id = ANY (${ids(messageIds)}) AND m.conversation_id = conversations.id`);

/** Their receivers have one more unread message. */
export const countMessages = (
  db: Db,
  conversationIds: Ids,
  { senderId, time }: { senderId: string; time: Date },
): Promise<unknown> =>
  db.execute(sql`
    UPDATE conversation_members SET last_message_at = ${stamp(time)}, unread = unread + 1, folder = ${folderOnArrival}
    WHERE conversation_id = ANY (${ids(conversationIds)}) AND account_id <> ${senderId}`);

/** Those of the accounts that were seen since a time. */
export const selectOnline = (db: Db, accountIds: Ids, since: string): Promise<{ id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT id FROM accounts WHERE id = ANY (${ids(accountIds)}) AND (last_seen_at > ${since}::timestamptz
      OR EXISTS (SELECT 1 FROM sessions s WHERE s.account_id = accounts.id AND s.last_seen_at > ${since}::timestamptz))`),
  );

export const lockConversationsWith = (db: Db, messageIds: Ids): Promise<unknown> =>
  db.execute(sql`
    SELECT id FROM conversations WHERE id IN (SELECT conversation_id FROM messages WHERE id = ANY (${ids(messageIds)}))
    ORDER BY id FOR NO KEY UPDATE`);

export const lockMessages = (db: Db, messageIds: Ids): Promise<unknown> =>
  db.execute(sql`SELECT id FROM messages WHERE id = ANY (${ids(messageIds)}) ORDER BY id FOR UPDATE`);

export interface Withdrawn {
  readonly id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly change: number;
}

/** Deletes the messages that nobody bought. */
export const markDeleted = (db: Db, messageIds: Ids, time: Date): Promise<Withdrawn[]> =>
  fetchRows(
    db.execute(sql`
    UPDATE messages SET deleted_at = ${stamp(time)}, change = c.last_change + 1
    FROM conversations c
    WHERE messages.id = ANY (${ids(messageIds)}) AND deleted_at IS NULL AND c.id = messages.conversation_id
      AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.kind = 'message' AND p.item_id = messages.id AND p.reversed_at IS NULL)
    RETURNING messages.id, conversation_id, seq, change`),
  );

/**
 * Numbers the deletions in their conversations. A mass message appears in each only once, so each gets only one new
 * number.
 */
export const noteChanges = (db: Db, messageIds: Ids): Promise<unknown> =>
  db.execute(sql`
    UPDATE conversations SET last_change = m.change
    FROM messages m WHERE m.id = ANY (${ids(messageIds)}) AND m.conversation_id = conversations.id`);

/** Deleted messages aren't unread any longer. */
export const uncountMessages = (db: Db, messageIds: Ids, senderId: string): Promise<unknown> =>
  db.execute(sql`
    UPDATE conversation_members SET unread = greatest(unread - 1, 0)
    FROM messages m WHERE m.id = ANY (${ids(messageIds)}) AND m.conversation_id = conversation_members.conversation_id
      AND conversation_members.account_id <> ${senderId} AND conversation_members.read_seq < m.seq`);

/** Where a deleted message was the last one, the one before it is. */
export const showEarlier = (db: Db, messageIds: Ids, time: Date): Promise<unknown> =>
  db.execute(sql`
    UPDATE conversations SET updated_at = ${stamp(time)}, last_message_id = (
      SELECT m.id FROM messages m WHERE m.conversation_id = conversations.id AND m.deleted_at IS NULL ORDER BY m.seq DESC LIMIT 1)
    FROM messages gone WHERE gone.id = ANY (${ids(messageIds)}) AND conversations.id = gone.conversation_id
      AND conversations.last_message_id = gone.id`);
