import { and, eq } from 'drizzle-orm';
import { streamReminders } from '../../../../db/schema/streams/streams.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { viewStream } from '../presenters.ts';

/** Reminds the viewer when an announced stream begins. Repeating it changes nothing. @throws AppError 404, 409. */
export async function setReminder(ctx: UserCtx, id: string): Promise<void> {
  const { state } = await viewStream(ctx, id);
  if (state !== 'scheduled') throw conflict('This stream has already begun or was canceled.');
  await ctx.db
    .insert(streamReminders)
    .values({ streamId: id, accountId: ctx.viewer.id, createdAt: now(ctx) })
    .onConflictDoNothing();
}

/** @throws AppError 404 for a stream the viewer can't see. */
export async function removeReminder(ctx: UserCtx, id: string): Promise<void> {
  await viewStream(ctx, id);
  await ctx.db
    .delete(streamReminders)
    .where(and(eq(streamReminders.streamId, id), eq(streamReminders.accountId, ctx.viewer.id)));
}
