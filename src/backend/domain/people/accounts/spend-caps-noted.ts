import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';

/**
 * Records on the account's row whether it has spend caps, so that payments of accounts without any skip the
 * query.
 */
export async function noteSpendCaps(tx: Ctx, accountId: string, hasSpendCaps: boolean): Promise<void> {
  await tx.db.update(accounts).set({ hasSpendCaps }).where(eq(accounts.id, accountId));
}
