import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { purchases } from '../../../db/schema/wallet.ts';

type SoldKind = (typeof purchases.$inferSelect)['kind'];

/** How often each of the items was sold, without refunded sales. Items that never were are omitted. */
export async function soldByItem(
  ctx: Ctx,
  kind: SoldKind,
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  if (itemIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: purchases.itemId, sold: sql<number>`count(*)::int` })
    .from(purchases)
    .where(
      sql`${purchases.kind} = ${kind} AND ${purchases.itemId} = ANY (${idList(itemIds)}::text::uuid[]) AND ${purchases.reversedAt} IS NULL`,
    )
    .groupBy(purchases.itemId);
  return new Map(rows.map((row) => [row.id, row.sold]));
}

/** Whether anyone has an unrefunded purchase of the item. */
export async function isSold(tx: Ctx, kind: SoldKind, itemId: string): Promise<boolean> {
  const bought = and(eq(purchases.kind, kind), eq(purchases.itemId, itemId), isNull(purchases.reversedAt));
  return (await tx.db.select({ id: purchases.id }).from(purchases).where(bought).limit(1)).length > 0;
}
