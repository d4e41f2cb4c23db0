import type { Tokens } from '#lib/units.ts';
import { namePlaceholder } from '#config/name-placeholder.ts';
import { type SQL, and, inArray, isNull, sql } from 'drizzle-orm';
import type { ServerEvents } from '#contract/core/events.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { conversations, messageFiles, messageReactions, messages } from '../../../db/schema/messages.ts';
import { onlineMs, rooms } from '../../../kernel/hub.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { lockAccess, unblocked } from '../../base/access/block-rules.ts';
import { recipientRooms } from '../../people/accounts/recipients.ts';
import { folderOnArrival } from './inbox/organizing.ts';
import { queueMessagePushes } from '../../people/notifications/push/queueing.ts';
import { buildPairKey } from './rules.ts';
import { freshView } from './presenters.ts';

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

export interface Delivery {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly seq: number;
}

const ids = (values: readonly string[]): SQL => sql`${idList(values)}::text::uuid[]`;
const pairKeyList = (values: readonly string[]): SQL => sql`${idList(values)}::text::text[]`;

/**
 * Where the conversations that a mass message opens appear in the sender's own list: last, until the fan
 * replies. Otherwise thousands of them would bury the conversations that are waiting for an answer.
 */
const endOfList = 0;

/** Creates the missing conversations and locks all of them. Returns conversation ids by fan. */
async function lockConversations(
  tx: Ctx,
  senderId: string,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const time = sql`${now(tx).toISOString()}::timestamptz`;
  const others = new Map(accountIds.map((id) => [buildPairKey(senderId, id), id]));
  const pairKeys = [...others.keys()];
  // Arrays instead of a row of parameters each: building those held up other requests for 20 ms and more.
  await tx.db.execute(sql`
    WITH made AS (
      INSERT INTO conversations (id, type, pair_key, created_at, updated_at)
      SELECT p.id, 'private', p.pair_key, ${time}, ${time}
      FROM unnest(${ids(pairKeys.map(() => tx.ports.ids()))}, ${pairKeyList(pairKeys)}) AS p(id, pair_key)
      ON CONFLICT (pair_key) DO NOTHING
      RETURNING id, pair_key)
    INSERT INTO conversation_members (conversation_id, account_id, other_id, last_message_at)
    SELECT made.id, side.account_id, side.other_id, side.last_message_at
    FROM made JOIN unnest(${pairKeyList(pairKeys)}, ${ids([...others.values()])}) AS o(pair_key, account_id) USING (pair_key),
      LATERAL (VALUES (${senderId}::uuid, o.account_id, to_timestamp(${endOfList})), (o.account_id, ${senderId}::uuid, ${time}))
        AS side(account_id, other_id, last_message_at)`);
  const locked = await tx.db
    .select({ id: conversations.id, pairKey: conversations.pairKey })
    .from(conversations)
    .where(sql`${conversations.pairKey} = ANY (${pairKeyList(pairKeys)})`)
    .orderBy(conversations.id)
    .for('no key update');
  return new Map(locked.map(({ id, pairKey }) => [others.get(pairKey ?? '') ?? '', id]));
}

/** SQL: the text as its receiver `a` gets it. An automatic one has been filled in already. */
const textFor = ({ text, source }: MassMessage): SQL =>
  source === 'mass' ? sql`replace(${text}::text, ${namePlaceholder}, a.name)` : sql`${text}::text`;

/**
 * Writes one message to each of these fans, in a fixed number of statements. The caller's transaction checks
 * who can receive it and records the deliveries.
 */
export async function deliverToMany(
  tx: Ctx,
  message: MassMessage,
  accountIds: readonly string[],
): Promise<Delivery[]> {
  if (accountIds.length === 0) return [];
  const { senderId, type, price, includedInSubscription, fileIds, source } = message;
  const byAccount = await lockConversations(tx, senderId, accountIds);
  const pairs = [...byAccount].map(([accountId, conversationId]) => ({
    accountId,
    conversationId,
    messageId: tx.ports.ids(),
  }));
  const messageIds = ids(pairs.map(({ messageId }) => messageId));
  const conversationIds = ids(pairs.map(({ conversationId }) => conversationId));
  const time = sql`${now(tx).toISOString()}::timestamptz`;
  const written = await fetchRows<{ id: string; seq: number }>(
    tx.db.execute(sql`
    INSERT INTO messages (id, conversation_id, sender_id, recipient_id, seq, type, text, price, included_in_subscription, source, created_at)
    SELECT m.id, c.id, ${senderId}::uuid, m.account_id, c.last_seq + 1, ${type}, ${textFor(message)}, ${price}::bigint, ${includedInSubscription}::boolean, ${source}, ${time}
    FROM unnest(${messageIds}, ${conversationIds}, ${ids(pairs.map(({ accountId }) => accountId))}) AS m(id, conversation_id, account_id) JOIN conversations c ON c.id = m.conversation_id JOIN accounts a ON a.id = m.account_id
    RETURNING id, seq`),
  );
  if (fileIds.length > 0)
    await tx.db.execute(sql`
      INSERT INTO message_files (message_id, file_id, position)
      SELECT m.id, f.id, f.place - 1 FROM unnest(${messageIds}) AS m(id), unnest(${ids(fileIds)}) WITH ORDINALITY AS f(id, place)`);
  await tx.db.execute(sql`
    UPDATE conversations SET last_seq = m.seq, last_message_id = m.id, last_message_at = ${time}, updated_at = ${time}
    FROM messages m WHERE m.id = ANY (${messageIds}) AND m.conversation_id = conversations.id`);
  await tx.db.execute(sql`
    UPDATE conversation_members SET last_message_at = ${time}, unread = unread + 1, folder = ${folderOnArrival}
    WHERE conversation_id = ANY (${conversationIds}) AND account_id <> ${senderId}`);
  await queueMessagePushes(tx, pairs);
  const seqs = new Map(written.map(({ id, seq }) => [id, seq]));
  return pairs.map((pair) => ({ ...pair, seq: seqs.get(pair.messageId) ?? 0 }));
}

/**
 * Returns the accounts that are online. The others find the message when they come back. A new session counts,
 * because the account's own time is first written a minute after login.
 */
async function onlineAmong(ctx: Ctx, accountIds: readonly string[]): Promise<Set<string>> {
  const since = new Date(now(ctx).getTime() - onlineMs).toISOString();
  const rows = await fetchRows<{ id: string }>(
    ctx.db.execute(
      sql`SELECT id FROM accounts WHERE id = ANY (${ids(accountIds)}) AND (last_seen_at > ${since}::timestamptz
        OR EXISTS (SELECT 1 FROM sessions s WHERE s.account_id = accounts.id AND s.last_seen_at > ${since}::timestamptz))`,
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

/** A context on behalf of a fan who isn't making a request, to build views that only they can read. */
const impersonateFan = (ctx: Ctx, id: string): UserCtx => ({
  ...ctx,
  viewer: { id, username: null, name: '', isPerformer: false, sessionId: '', hasSpendCaps: false },
  request: { ...ctx.request, country: null },
});

/** Sends the new messages to the fans who are online. Call this after the commit. */
export async function emitToReceivers(
  ctx: Ctx,
  senderId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const online = await onlineAmong(
    ctx,
    deliveries.map(({ accountId }) => accountId),
  );
  const toOnline = deliveries.filter(({ accountId }) => online.has(accountId));
  if (toOnline.length === 0) return;
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(
      inArray(
        messages.id,
        toOnline.map(({ messageId }) => messageId),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const notices: Notice[] = [];
  for (const { accountId, conversationId, messageId } of toOnline) {
    const row = byId.get(messageId);
    if (!row || row.deletedAt) continue;
    const message = await freshView(impersonateFan(ctx, accountId), row);
    const to = await recipientRooms(ctx, senderId, [accountId]);
    notices.push({ accountId, to, payload: { conversationId, message } });
  }
  await emitToOpen(ctx, senderId, notices);
}

interface Notice {
  readonly accountId: string;
  readonly to: readonly string[];
  readonly payload: ServerEvents['message/created'];
}

/**
 * Notifies those who may still meet the sender. Blocks and suspensions wait until this is done, because
 * preparing hundreds of views takes long enough for one to happen meanwhile.
 */
async function emitToOpen(ctx: Ctx, senderId: string, notices: readonly Notice[]): Promise<void> {
  await transaction(ctx, async (tx) => {
    const accountIds = notices.map(({ accountId }) => accountId);
    await lockAccess(tx, [senderId, ...accountIds]);
    const open = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        and(
          inArray(accounts.id, accountIds),
          isNull(accounts.suspendedAt),
          unblocked(sql`${senderId}::uuid`, accounts.id),
        ),
      );
    const ids = new Set(open.map(({ id }) => id));
    for (const { accountId, to, payload } of notices)
      // At once rather than after the commit, which would be after the locks are released.
      for (const room of ids.has(accountId) ? to : []) ctx.emit(room, 'message/created', payload);
  });
}

interface Withdrawn {
  readonly id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly change: number;
}

/**
 * Removes the files and reactions of deleted messages, and corrects unread counts and the last message shown
 * in conversation lists.
 */
async function forget(tx: Ctx, senderId: string, removed: readonly Withdrawn[]): Promise<void> {
  const messageIds = ids(removed.map(({ id }) => id));
  await tx.db.delete(messageFiles).where(sql`${messageFiles.messageId} = ANY (${messageIds})`);
  await tx.db.delete(messageReactions).where(sql`${messageReactions.messageId} = ANY (${messageIds})`);
  // A mass message appears in each conversation only once, so each conversation gets only one new number.
  await tx.db.execute(sql`
    UPDATE conversations SET last_change = m.change
    FROM messages m WHERE m.id = ANY (${messageIds}) AND m.conversation_id = conversations.id`);
  await tx.db.execute(sql`
    UPDATE conversation_members SET unread = greatest(unread - 1, 0)
    FROM messages m WHERE m.id = ANY (${messageIds}) AND m.conversation_id = conversation_members.conversation_id
      AND conversation_members.account_id <> ${senderId} AND conversation_members.read_seq < m.seq`);
  await tx.db.execute(sql`
    UPDATE conversations SET updated_at = ${now(tx).toISOString()}::timestamptz, last_message_id = (
      SELECT m.id FROM messages m WHERE m.conversation_id = conversations.id AND m.deleted_at IS NULL ORDER BY m.seq DESC LIMIT 1)
    FROM messages gone WHERE gone.id = ANY (${messageIds}) AND conversations.id = gone.conversation_id
      AND conversations.last_message_id = gone.id`);
}

/**
 * Deletes the messages that nobody bought, and notifies the fans who are online. Rows are locked before
 * purchases are checked: an earlier purchase keeps its message, and a later one finds it deleted. Returns the
 * ids of the deleted messages.
 */
export async function withdrawMany(
  tx: Ctx,
  senderId: string,
  deliveries: readonly Pick<Delivery, 'accountId' | 'messageId'>[],
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const messageIds = ids(deliveries.map(({ messageId }) => messageId));
  await tx.db.execute(sql`
    SELECT id FROM conversations WHERE id IN (SELECT conversation_id FROM messages WHERE id = ANY (${messageIds}))
    ORDER BY id FOR NO KEY UPDATE`);
  await tx.db.execute(sql`SELECT id FROM messages WHERE id = ANY (${messageIds}) ORDER BY id FOR UPDATE`);
  const removed = await fetchRows<Withdrawn>(
    tx.db.execute(sql`
    UPDATE messages SET deleted_at = ${now(tx).toISOString()}::timestamptz, change = c.last_change + 1
    FROM conversations c
    WHERE messages.id = ANY (${messageIds}) AND deleted_at IS NULL AND c.id = messages.conversation_id
      AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.kind = 'message' AND p.item_id = messages.id AND p.reversed_at IS NULL)
    RETURNING messages.id, conversation_id, seq, change`),
  );
  if (removed.length === 0) return new Set();
  await forget(tx, senderId, removed);
  const byId = new Map(removed.map((row) => [row.id, row]));
  const gone = deliveries.filter(({ messageId }) => byId.has(messageId));
  const online = await onlineAmong(
    tx,
    gone.map(({ accountId }) => accountId),
  );
  for (const { accountId, messageId } of gone) {
    const row = byId.get(messageId);
    if (row && online.has(accountId))
      tx.emit(rooms.account(accountId), 'message/deleted', {
        conversationId: row.conversation_id,
        messageId,
        seq: row.seq,
        change: row.change,
      });
  }
  return new Set(byId.keys());
}
