import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { payoutHolds } from '../../../db/schema/payouts.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

/** Keeps payouts from a creator, by an operator's decision. */
export interface PayoutHold {
  readonly decisionId: string;
  /** Null: until it is lifted. */
  readonly until: Date | null;
}

/** The hold in force that lasts longest, or null. */
export async function activeHold(ctx: Ctx, accountId: string): Promise<PayoutHold | null> {
  const rows = await ctx.db
    .select({ decisionId: payoutHolds.decisionId, until: payoutHolds.until })
    .from(payoutHolds)
    .where(
      and(
        eq(payoutHolds.accountId, accountId),
        or(isNull(payoutHolds.until), gt(payoutHolds.until, now(ctx))),
      ),
    );
  const forever = rows.find(({ until }) => until === null);
  return forever ?? rows.toSorted((a, b) => (b.until?.getTime() ?? 0) - (a.until?.getTime() ?? 0))[0] ?? null;
}

/** Holds a creator’s payouts. Locks the creator, so that no payout is requested or sent in the meantime. */
export async function placeHold(
  tx: Ctx,
  accountId: string,
  { decisionId, until }: PayoutHold,
): Promise<void> {
  await lockCreator(tx, accountId);
  await tx.db
    .insert(payoutHolds)
    .values({ accountId, decisionId, until, createdAt: now(tx) })
    .onConflictDoNothing();
}

/** Lifts the hold that a decision placed. Holds of other decisions stay. */
export async function liftHold(tx: Ctx, accountId: string, decisionId: string): Promise<void> {
  await tx.db
    .delete(payoutHolds)
    .where(and(eq(payoutHolds.accountId, accountId), eq(payoutHolds.decisionId, decisionId)));
}
