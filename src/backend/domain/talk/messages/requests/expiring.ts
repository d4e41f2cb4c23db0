import { and, asc, eq, lte } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { conversations, messageRequests } from '../../../../db/schema/messages.ts';
import { endRequest, pendingRequest } from './answering.ts';

/** Requests per run; the next run takes the rest. */
const batch = 500;

/** Ends one request if it still waits and its time is over. Running it twice is harmless. */
async function expire(ctx: Ctx, conversationId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('no key update');
    const request = await pendingRequest(tx, conversationId);
    if (request && now(tx) >= request.expiresAt) await endRequest(tx, request, 'expired');
  });
}

/** Ends the requests that weren't answered in time and returns their prices, each in its own transaction. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: messageRequests.conversationId })
    .from(messageRequests)
    .where(and(eq(messageRequests.state, 'pending'), lte(messageRequests.expiresAt, now(ctx))))
    .orderBy(asc(messageRequests.expiresAt))
    .limit(batch);
  for (const { id } of due) await expire(ctx, id);
}
