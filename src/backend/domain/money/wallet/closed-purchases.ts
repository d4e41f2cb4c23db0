import { and, eq, isNull } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { purchases } from '../../../db/schema/wallet.ts';

/** Revokes what a charge bought, once it has been refunded. */
export async function closePurchases(tx: Ctx, transactionId: string): Promise<void> {
  await tx.db
    .update(purchases)
    .set({ reversedAt: now(tx) })
    .where(and(eq(purchases.transactionId, transactionId), isNull(purchases.reversedAt)));
}
