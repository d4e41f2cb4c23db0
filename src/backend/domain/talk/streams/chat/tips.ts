import { and, eq, isNull } from 'drizzle-orm';
import type { Tokens } from '#lib/units.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { streamBans, streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { heldBy } from '../../../people/held-words.ts';
import { appendStreamMessage } from './appending.ts';
import { findChat } from './reach.ts';
import { emitDeletion } from './emitting.ts';

async function isBanned(tx: Ctx, performerId: string, accountId: string): Promise<boolean> {
  const ban = and(eq(streamBans.performerId, performerId), eq(streamBans.accountId, accountId));
  return (await tx.db.select({ id: streamBans.accountId }).from(streamBans).where(ban)).length > 0;
}

/**
 * Shows a tip in the chat of a stream, in the transaction that moves the tokens. The words given with it obey
 * the chat's rules: those of someone banned aren't shown, and those with a word to hold wait.
 */
export async function addTipMessage(
  tx: Ctx,
  tip: {
    readonly conversationId: string;
    readonly senderId: string;
    readonly transactionId: string;
    readonly tokens: Tokens;
    readonly text: string;
  },
): Promise<void> {
  const { conversationId, senderId, transactionId, tokens } = tip;
  const chat = await findChat(tx, { conversationId });
  const { performerId, isClosed, heldWords: words } = chat.rules;
  const text = isClosed || (await isBanned(tx, performerId, senderId)) ? '' : tip.text;
  const isHeld = (await heldBy(tx, text, { performerId, words, isTrusted: false })) !== null;
  await appendStreamMessage(tx, chat, { senderId, type: 'tip', text, isHeld, transactionId, tokens });
}

/** Removes the message of a tip that was undone. */
export async function removeTipMessage(tx: Ctx, transactionId: string): Promise<void> {
  const [row] = await tx.db
    .update(streamMessages)
    .set({ deletedAt: now(tx) })
    .where(and(eq(streamMessages.transactionId, transactionId), isNull(streamMessages.deletedAt)))
    .returning();
  if (row) await emitDeletion(tx, await findChat(tx, { conversationId: row.conversationId }), row);
}
