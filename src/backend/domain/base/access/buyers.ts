import { type SQL, and, eq, isNull, sql } from 'drizzle-orm';
import { purchases } from '../../../db/schema/wallet.ts';
import type { Ctx } from '../../../kernel/context.ts';

/** The payments of everyone who bought an item and wasn't refunded, in a fixed order. */
export async function paymentsFor(ctx: Ctx, kind: string, itemId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: purchases.transactionId })
    .from(purchases)
    .where(and(sql`${purchases.kind} = ${kind}`, eq(purchases.itemId, itemId), isNull(purchases.reversedAt)))
    .orderBy(purchases.transactionId);
  return rows.map(({ id }) => id);
}

/** SQL condition: somebody still has the item because they bought it. Buyers keep what was removed. */
export const isBought = (kind: string, itemId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM purchases b WHERE b.kind = ${kind} AND b.item_id = ${itemId} AND b.reversed_at IS NULL)`;
