import { eq } from 'drizzle-orm';
import { performers } from '../../../db/schema/creators.ts';
import type { Ctx } from '../../../kernel/context.ts';

/** Marks a creator as live, wherever their picture is shown, or no longer. */
export async function markLive(tx: Ctx, performerId: string, isLive: boolean): Promise<void> {
  await tx.db.update(performers).set({ isLive }).where(eq(performers.accountId, performerId));
}
