import { type UserCtx, now } from '../../kernel/context.ts';
import { openConversation } from './conversation-members.ts';
import { recipientRooms } from '../accounts/recipients.ts';

/** A person types for a while: the other side hears of it at most this often. */
const QUIET_MS = 2_000;

/**
 * Tells the other member that the viewer is writing; `toldAt` remembers when they were last told, by
 * conversation. Throws 404 for a conversation that isn't the viewer's.
 */
export async function emitTyping(
  ctx: UserCtx,
  conversationId: string,
  toldAt: Map<string, number>,
): Promise<void> {
  const moment = now(ctx).getTime();
  if (moment - (toldAt.get(conversationId) ?? -Infinity) < QUIET_MS) return;
  const { otherId } = await openConversation(ctx, conversationId);
  toldAt.set(conversationId, moment);
  for (const room of await recipientRooms(ctx, ctx.viewer.id, [otherId]))
    ctx.emit(room, 'conversation/typing', { conversationId, accountId: ctx.viewer.id });
}
