import { and, desc, eq, ne } from 'drizzle-orm';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { OpenChat } from './reach.ts';

/** Seconds until the viewer may write again: 0 without slow mode, and for those who look after the chat. */
export async function secondsToWait(ctx: UserCtx, { rules, isModerator }: OpenChat): Promise<number> {
  if (rules.slowSeconds === 0 || isModerator) return 0;
  const [last] = await ctx.db
    .select({ createdAt: streamMessages.createdAt })
    .from(streamMessages)
    .where(
      and(
        eq(streamMessages.conversationId, rules.conversationId),
        eq(streamMessages.senderId, ctx.viewer.id),
        // A tip isn't a turn.
        ne(streamMessages.type, 'tip'),
      ),
    )
    .orderBy(desc(streamMessages.createdAt))
    .limit(1);
  if (!last) return 0;
  const passed = (now(ctx).getTime() - last.createdAt.getTime()) / 1000;
  return Math.max(0, Math.ceil(rules.slowSeconds - passed));
}

/** @throws AppError 429 with the seconds to wait. */
export async function refuseHaste(tx: UserCtx, chat: OpenChat): Promise<void> {
  const seconds = await secondsToWait(tx, chat);
  if (seconds === 0) return;
  throw new AppError(
    429,
    'too_many',
    `Slow mode is on. You can write again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { details: { retryAfter: seconds } },
  );
}
