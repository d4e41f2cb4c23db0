import { and, eq, isNull, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { streamTips, streams } from '../../../../db/schema/streams/streams.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { conflict, invalid, notAllowed } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { loadAccessFacts, decideAccess } from '../../../base/access/access.ts';
import { lockStreamConversation } from '../../messages/stream-conversations.ts';
import type { TipsInStream } from '../../../money/wallet/tip.ts';
import { streamItem } from '../stream-item.ts';
import { addTipMessage, removeTipMessage } from '../chat/tips.ts';
import { type StreamRow, isRunning } from './rows.ts';

async function tippedIn(tx: UserCtx, streamId: string): Promise<number> {
  const [row] = await tx.db
    .select({ tokens: sql<string>`coalesce(sum(${streamTips.tokens}), 0)` })
    .from(streamTips)
    .where(and(eq(streamTips.streamId, streamId), isNull(streamTips.undoneAt)));
  return Number(row?.tokens ?? 0);
}

/** `tokens` is negative for a tip that was undone. */
async function emitTip(tx: UserCtx, streamId: string, tokens: number): Promise<void> {
  const payload = { streamId, from: tx.viewer.name, tokens, tipped: await tippedIn(tx, streamId) };
  tx.emit(rooms.stream(streamId), 'stream/tip', payload);
}

/** @throws AppError 422 for a stream of someone else, 403 when it is locked, 409 unless it is live. */
async function mustBeTippable(tx: UserCtx, row: StreamRow | undefined, performerId: string): Promise<string> {
  if (!row || row.performerId !== performerId || row.conversationId === null)
    throw invalid('streamId', 'This stream is by someone else.');
  const item = streamItem(row);
  const { allowed } = decideAccess(await loadAccessFacts(tx, { items: [item] }), item);
  if (!allowed) throw notAllowed('This stream is locked. Tip the creator from their profile instead.');
  if (!isRunning(row)) throw conflict('This stream isn’t live. Tip the creator from their profile instead.');
  return row.conversationId;
}

const open: TipsInStream['open'] = async (tx, { streamId, performerId }) => {
  // A tip and the stream's end wait for each other; tips don't wait for tips.
  const [row] = await tx.db.select().from(streams).where(eq(streams.id, streamId)).for('share');
  const conversationId = await mustBeTippable(tx, row, performerId);
  // Conversations are locked before wallets, as everywhere.
  await lockStreamConversation(tx, conversationId);
  return async ({ transactionId, tokens, note }) => {
    const senderId = tx.viewer.id;
    await tx.db
      .insert(streamTips)
      .values({ transactionId, streamId, accountId: senderId, tokens, createdAt: now(tx) });
    await addTipMessage(tx, { conversationId, senderId, transactionId, tokens, text: note });
    await emitTip(tx, streamId, tokens);
  };
};

const lock: TipsInStream['lock'] = async (tx, transactionId) => {
  const [found] = await tx.db
    .select({ tip: streamTips, conversationId: streams.conversationId })
    .from(streamTips)
    .innerJoin(streams, eq(streams.id, streamTips.streamId))
    .where(and(eq(streamTips.transactionId, transactionId), eq(streamTips.accountId, tx.viewer.id)));
  if (!found) return null;
  const { tip, conversationId } = found;
  if (conversationId !== null) await lockStreamConversation(tx, conversationId);
  return {
    href: routes.stream(tip.streamId),
    showUndone: async () => {
      await tx.db
        .update(streamTips)
        .set({ undoneAt: now(tx) })
        .where(eq(streamTips.transactionId, transactionId));
      await removeTipMessage(tx, transactionId);
      await emitTip(tx, tip.streamId, -tip.tokens);
    },
  };
};

/** Tips during streams: shown and undone in the transaction that moves the tokens. */
export const tipsInStream: TipsInStream = { open, lock };
