import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { payoutStops } from '../../../db/schema/payouts.ts';
import { lockCreator } from '../../content/media-items/publishing.ts';

/** An operator's decision that nothing is paid out to a creator for now. */
export interface Hold {
  readonly decisionId: string;
  /** Null: until it is lifted. */
  readonly until: Date | null;
}

/** The hold in force that lasts longest, or null. */
export async function stopOn(ctx: Ctx, accountId: string): Promise<Hold | null> {
  const rows = await ctx.db
    .select({ decisionId: payoutStops.decisionId, until: payoutStops.until })
    .from(payoutStops)
    .where(
      and(
        eq(payoutStops.accountId, accountId),
        or(isNull(payoutStops.until), gt(payoutStops.until, now(ctx))),
      ),
    );
  const forever = rows.find(({ until }) => until === null);
  return forever ?? rows.toSorted((a, b) => (b.until?.getTime() ?? 0) - (a.until?.getTime() ?? 0))[0] ?? null;
}

/** Holds the payouts of a creator. Waits for changes to them, so that none slips through. */
export async function stopPayouts(tx: Ctx, accountId: string, { decisionId, until }: Hold): Promise<void> {
  await lockCreator(tx, accountId);
  await tx.db
    .insert(payoutStops)
    .values({ accountId, decisionId, until, createdAt: now(tx) })
    .onConflictDoNothing();
}

/** Ends what one decision holds. */
export async function resumePayouts(tx: Ctx, accountId: string, decisionId: string): Promise<void> {
  await tx.db
    .delete(payoutStops)
    .where(and(eq(payoutStops.accountId, accountId), eq(payoutStops.decisionId, decisionId)));
}
