import type { Tokens } from '#lib/units.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../kernel/context.ts';
import { idList } from '../../db/prepared.ts';
import { ledgerAccounts, ledgerPostings } from '../../db/schema/ledger.ts';
import { purchases } from '../../db/schema/wallet.ts';

type SoldKind = (typeof purchases.$inferSelect)['kind'];
/** Without refunded sales. `tokens` is what fans paid, `earned` what the creator received of it, in cents. */
export interface Sales {
  readonly sold: number;
  readonly tokens: Tokens;
  readonly earned: number;
}
export const noSales: Sales = { sold: 0, tokens: 0, earned: 0 };

/** How often each of the viewer's items was sold, and what it earned. */
export async function salesOf(
  ctx: UserCtx,
  kind: SoldKind,
  itemIds: readonly string[],
): Promise<Map<string, Sales>> {
  if (itemIds.length === 0) return new Map();
  const own = and(eq(ledgerAccounts.kind, 'earnings'), eq(ledgerAccounts.ownerId, ctx.viewer.id));
  const ownAccounts = ctx.db.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(own);
  const rows = await ctx.db
    .select({
      id: purchases.itemId,
      sold: sql<number>`count(*)::int`,
      tokens: sql<string>`coalesce(sum(${purchases.price}), 0)`,
      earned: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)`,
    })
    .from(purchases)
    .leftJoin(
      ledgerPostings,
      and(
        eq(ledgerPostings.transactionId, purchases.transactionId),
        inArray(ledgerPostings.accountId, ownAccounts),
      ),
    )
    .where(
      sql`${purchases.kind} = ${kind} AND ${purchases.itemId} = ANY (${idList(itemIds)}::text::uuid[]) AND ${purchases.reversedAt} IS NULL`,
    )
    .groupBy(purchases.itemId);
  return new Map(
    rows.map((row) => [row.id, { sold: row.sold, tokens: Number(row.tokens), earned: Number(row.earned) }]),
  );
}

/** Whether anyone has an unrefunded purchase of the item. */
export async function isSold(tx: Ctx, kind: SoldKind, itemId: string): Promise<boolean> {
  const bought = and(eq(purchases.kind, kind), eq(purchases.itemId, itemId), isNull(purchases.reversedAt));
  return (await tx.db.select({ id: purchases.id }).from(purchases).where(bought).limit(1)).length > 0;
}
