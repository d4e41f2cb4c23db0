import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts.ts';
import type { UserCtx } from '../../../../kernel/context.ts';

/** The categories that the viewer chose. Nobody else learns them. */
export async function viewInterests(ctx: UserCtx): Promise<{ interests: string[] }> {
  const [row] = await ctx.db
    .select({ interests: accounts.interests })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  return { interests: row?.interests ?? [] };
}

export async function setInterests(
  ctx: UserCtx,
  interests: readonly string[],
): Promise<{ interests: string[] }> {
  const chosen = [...new Set(interests)];
  await ctx.db.update(accounts).set({ interests: chosen }).where(eq(accounts.id, ctx.viewer.id));
  return { interests: chosen };
}
