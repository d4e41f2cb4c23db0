import { eq } from 'drizzle-orm';
import type { FirstMessageSettings } from '#contract/talk/messages/requests.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { messageSettings } from '../../../../db/schema/messages.ts';
import { openTerms } from '../rules.ts';

/** Who may write to the viewer first. */
export async function firstMessageSettings(ctx: UserCtx): Promise<FirstMessageSettings> {
  const [row] = await ctx.db
    .select()
    .from(messageSettings)
    .where(eq(messageSettings.performerId, ctx.viewer.id));
  return row ?? openTerms;
}

/** Changes it for first messages from now on. Requests that wait keep the price they were made with. */
export async function setFirstMessageSettings(
  ctx: UserCtx,
  settings: FirstMessageSettings,
): Promise<FirstMessageSettings> {
  const updatedAt = now(ctx);
  await ctx.db
    .insert(messageSettings)
    .values({ performerId: ctx.viewer.id, ...settings, updatedAt })
    .onConflictDoUpdate({ target: messageSettings.performerId, set: { ...settings, updatedAt } });
  return firstMessageSettings(ctx);
}
