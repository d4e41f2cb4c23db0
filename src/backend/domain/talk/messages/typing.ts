import { type UserCtx, now } from '../../../kernel/context.ts';
import { openConversation } from './conversation-members.ts';
import { recipientRooms } from '../../people/accounts/recipients.ts';
import { pendingRequest } from './requests/answering.ts';

/** The minimum time between two typing notices to the other member. */
const QUIET_MS = 2_000;

/**
 * Notifies the other member that the viewer is typing; `sentAt` holds the time of the last notice by
 * conversation.
 * @throws AppError 404 when the conversation isn't the viewer's.
 */
export async function emitTyping(
  ctx: UserCtx,
  conversationId: string,
  sentAt: Map<string, number>,
): Promise<void> {
  const time = now(ctx).getTime();
  if (time - (sentAt.get(conversationId) ?? -Infinity) < QUIET_MS) return;
  const { otherId } = await openConversation(ctx, conversationId);
  sentAt.set(conversationId, time);
  // Neither side of a request learns what the other is doing.
  if ((await pendingRequest(ctx, conversationId)) !== undefined) return;
  for (const room of await recipientRooms(ctx, ctx.viewer.id, [otherId]))
    ctx.emit(room, 'conversation/typing', { conversationId, accountId: ctx.viewer.id });
}
