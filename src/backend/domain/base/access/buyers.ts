import { type SQL, sql } from 'drizzle-orm';
import { fetchRows } from '../../../db/db.ts';
import type { Ctx } from '../../../kernel/context.ts';

/** The payments of everyone who bought an item and wasn't refunded, in a fixed order. */
export async function paymentsFor(ctx: Ctx, kind: string, itemId: string): Promise<string[]> {
  const rows = await fetchRows<{ id: string }>(
    ctx.db.execute(sql`
      SELECT DISTINCT transaction_id AS id FROM purchases WHERE kind = ${kind} AND item_id = ${itemId} AND reversed_at IS NULL ORDER BY id`),
  );
  return rows.map(({ id }) => id);
}

/** SQL condition: somebody still has the item because they bought it. Buyers keep what was removed. */
export const isBought = (kind: string, itemId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM purchases b WHERE b.kind = ${kind} AND b.item_id = ${itemId} AND b.reversed_at IS NULL)`;
