import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { ServerEvents } from '#contract/core/events.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { conversations, messageFiles, messageReactions, messages } from '../../../db/schema/messages.ts';
import { onlineMs, rooms } from '../../../kernel/hub.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { lockAccess, unblocked } from '../../base/access/block-rules.ts';
import { recipientRooms } from '../../people/accounts/recipients.ts';
import { queueMessagePushes } from '../../people/notifications/push/queueing.ts';
import * as query from './mass-delivery-query.ts';
import { buildPairKey } from './rules.ts';
import { freshView } from './presenters.ts';

export interface Delivery {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly seq: number;
}

/** Creates the missing conversations and locks all of them. Returns conversation ids by fan. */
async function lockConversations(
  tx: Ctx,
  senderId: string,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const others = new Map(accountIds.map((id) => [buildPairKey(senderId, id), id]));
  const pairs = [...others].map(([pairKey, accountId]) => ({ id: tx.ports.ids(), pairKey, accountId }));
  await query.makeConversations(tx.db, { senderId, pairs, time: now(tx) });
  const locked = await tx.db
    .select({ id: conversations.id, pairKey: conversations.pairKey })
    .from(conversations)
    .where(sql`${conversations.pairKey} = ANY (${idList(others.keys())}::text::text[])`)
    .orderBy(conversations.id)
    .for('no key update');
  return new Map(locked.map(({ id, pairKey }) => [others.get(pairKey ?? '') ?? '', id]));
}

/**
 * Writes one message to each of these fans, in a fixed number of statements. The caller's transaction checks
 * who can receive it and records the deliveries.
 */
export async function deliverToMany(
  tx: Ctx,
  message: query.MassMessage,
  accountIds: readonly string[],
): Promise<Delivery[]> {
  if (accountIds.length === 0) return [];
  const { senderId, fileIds } = message;
  const byAccount = await lockConversations(tx, senderId, accountIds);
  const pairs = [...byAccount].map(([accountId, conversationId]) => ({
    accountId,
    conversationId,
    messageId: tx.ports.ids(),
  }));
  const messageIds = pairs.map(({ messageId }) => messageId);
  const conversationIds = pairs.map(({ conversationId }) => conversationId);
  const time = now(tx);
  const written = await query.writeMessages(tx.db, message, { pairs, time });
  if (fileIds.length > 0) await query.attachFiles(tx.db, messageIds, fileIds);
  await query.showMessages(tx.db, messageIds, time);
  await query.countMessages(tx.db, conversationIds, { senderId, time });
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
  const rows = await query.selectOnline(ctx.db, accountIds, since);
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

/**
 * Removes the files and reactions of deleted messages, and corrects unread counts and the last message shown
 * in conversation lists.
 */
async function forget(tx: Ctx, senderId: string, removed: readonly query.Withdrawn[]): Promise<void> {
  const messageIds = removed.map(({ id }) => id);
  const list = sql`${idList(messageIds)}::text::uuid[]`;
  await tx.db.delete(messageFiles).where(sql`${messageFiles.messageId} = ANY (${list})`);
  await tx.db.delete(messageReactions).where(sql`${messageReactions.messageId} = ANY (${list})`);
  await query.noteChanges(tx.db, messageIds);
  await query.uncountMessages(tx.db, messageIds, senderId);
  await query.showEarlier(tx.db, messageIds, now(tx));
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
  const messageIds = deliveries.map(({ messageId }) => messageId);
  await query.lockConversationsWith(tx.db, messageIds);
  await query.lockMessages(tx.db, messageIds);
  const removed = await query.markDeleted(tx.db, messageIds, now(tx));
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
