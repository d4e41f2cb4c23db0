import { eq } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';

/** Whether an account has set itself caps, noted on its row: who has none pays without asking for them. */
export async function noteSpendCaps(tx: Ctx, accountId: string, hasSpendCaps: boolean): Promise<void> {
  await tx.db.update(accounts).set({ hasSpendCaps }).where(eq(accounts.id, accountId));
}
