import { type SQL, and, asc, eq, gt, or } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';

const batch = 500;

/**
 * Calls `work` for each matching subscription, ordered by period end. Rows changed by `work` aren't visited
 * twice.
 */
export async function eachSubscription(
  ctx: Ctx,
  fits: SQL | undefined,
  work: (id: string) => Promise<void>,
): Promise<void> {
  let after: { periodEnd: Date; id: string } | undefined;
  do {
    const afterLast =
      after &&
      or(
        gt(subscriptions.periodEnd, after.periodEnd),
        and(eq(subscriptions.periodEnd, after.periodEnd), gt(subscriptions.id, after.id)),
      );
    const rows = await ctx.db
      .select({ id: subscriptions.id, periodEnd: subscriptions.periodEnd })
      .from(subscriptions)
      .where(and(fits, afterLast))
      .orderBy(asc(subscriptions.periodEnd), asc(subscriptions.id))
      .limit(batch);
    for (const { id } of rows) await work(id);
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}
