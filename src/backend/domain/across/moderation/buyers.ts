import { eq } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { moderationDecisions } from '../../../db/schema/moderation.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { paymentsFor } from '../../base/access/buyers.ts';
import { refundTransaction } from '../operator/refunds.ts';
import type { DecisionRow } from './effects.ts';
import { takenDownBy } from './removal.ts';
import { targetWord } from './targets.ts';

/** Whether what a decision took down still is: by it, or by one that took its place. */
const isStillDown = async (ctx: Ctx, { state, targetType, targetId }: DecisionRow): Promise<boolean> =>
  state === 'in-force' || (state === 'lifted' && (await takenDownBy(ctx, targetType, targetId)) !== null);

/**
 * The job that refunds everyone who bought what a decision took down, each payment in a transaction of its own: what
 * was refunded before isn't again. One that fails doesn't keep the others waiting; the job tries it again.
 * @throws Error when buyers are left
 */
export async function refundBuyers(ctx: Ctx, decisionId: string): Promise<void> {
  const [decision] = await ctx.db
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, decisionId));
  if (!decision || !(await isStillDown(ctx, decision))) return;
  const { targetType, targetId, decidedBy: actor } = decision;
  const reason = `The ${targetWord(targetType as ReportTarget)} was taken down.`;
  for (const id of await paymentsFor(ctx, targetType, targetId))
    await refundTransaction({ ...ctx, actor, actorId: null }, id, reason).catch((error: unknown) =>
      ctx.ports.log.warn('A buyer could not be refunded.', { decision: decisionId, payment: id, error }),
    );
  // Not those who were refunded meanwhile.
  const left = await paymentsFor(ctx, targetType, targetId);
  if (left.length > 0) throw new Error(`${left.length} buyers could not be refunded: ${left.join(', ')}`);
}
