import { and, eq } from 'drizzle-orm';
import type { Proposal } from '#contract/across/operator/parts.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { moderationCases, moderationDecisions } from '../../../db/schema/moderation.ts';
import { operators } from '../../../db/schema/operator.ts';
import type { OperatorCtx } from './audit.ts';

/** A ban of the account that waits for a second operator. */
export async function proposedBan(ctx: OperatorCtx, accountId: string) {
  const [found] = await ctx.db
    .select({
      decision: moderationDecisions,
      by: { _id: accounts.id, username: accounts.username, name: accounts.name },
      isStillOperator: operators.accountId,
    })
    .from(moderationDecisions)
    .innerJoin(moderationCases, eq(moderationCases.id, moderationDecisions.caseId))
    .innerJoin(accounts, eq(accounts.id, moderationDecisions.decidedById))
    .leftJoin(operators, eq(operators.accountId, accounts.id))
    .where(
      and(
        eq(moderationDecisions.accountId, accountId),
        eq(moderationDecisions.state, 'proposed'),
        eq(moderationCases.targetType, 'account'),
      ),
    );
  return found ?? null;
}

export async function showProposedBan(ctx: OperatorCtx, accountId: string): Promise<Proposal | null> {
  const found = await proposedBan(ctx, accountId);
  return found?.isStillOperator
    ? {
        by: found.by,
        reason: found.decision.facts,
        at: found.decision.createdAt.toISOString(),
        isOwn: found.by._id === ctx.actorId,
      }
    : null;
}
