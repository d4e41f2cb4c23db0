import { and, eq } from 'drizzle-orm';
import type { Proposal } from '#contract/across/operator/parts.ts';
import { now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { operatorProposals, operators } from '../../../db/schema/operator.ts';
import { conflict } from '../../../kernel/errors.ts';
import { type OperatorCtx, audit, isCommandLine } from './audit.ts';

type ProposalRow = typeof operatorProposals.$inferSelect;
export interface Proposed {
  readonly action: ProposalRow['action'];
  /** The payout. Its row is locked, so that two operators at once take turns. */
  readonly subjectId: string;
  /** What exactly is proposed. A proposal with other terms doesn't count. */
  readonly terms?: string;
}

const about = ({ action, subjectId }: Proposed) =>
  and(eq(operatorProposals.action, action), eq(operatorProposals.subjectId, subjectId));

/** What is proposed, as long as whoever proposed it is still an operator. */
async function findProposal(ctx: OperatorCtx, proposed: Proposed) {
  const [found] = await ctx.db
    .select({
      proposal: operatorProposals,
      by: { _id: accounts.id, username: accounts.username, name: accounts.name },
    })
    .from(operatorProposals)
    .innerJoin(operators, eq(operators.accountId, operatorProposals.proposedBy))
    .innerJoin(accounts, eq(accounts.id, operatorProposals.proposedBy))
    .where(and(about(proposed), eq(operatorProposals.terms, proposed.terms ?? '')));
  return found ?? null;
}

export async function showProposal(ctx: OperatorCtx, proposed: Proposed): Promise<Proposal | null> {
  const found = await findProposal(ctx, proposed);
  return (
    found && {
      by: found.by,
      reason: found.proposal.reason,
      at: found.proposal.createdAt.toISOString(),
      isOwn: found.by._id === ctx.actorId,
    }
  );
}

/** Removes what was proposed about it, with whatever terms. Returns whether there was anything. */
export async function dropProposal(tx: OperatorCtx, proposed: Omit<Proposed, 'terms'>): Promise<boolean> {
  const dropped = await tx.db
    .delete(operatorProposals)
    .where(about(proposed))
    .returning({ id: operatorProposals.id });
  return dropped.length > 0;
}

/**
 * Whether two operators have now agreed: true for the second one, who confirms, false for the first, whose
 * proposal is stored and waits. The command line needs nobody's consent: whoever has it can change the rule.
 * @throws AppError 409 for the first one again
 */
export async function agreed(tx: OperatorCtx, proposed: Proposed, reason: string): Promise<boolean> {
  if (isCommandLine(tx) || tx.actorId === null) {
    await dropProposal(tx, proposed);
    return true;
  }
  const found = await findProposal(tx, proposed);
  if (found?.by._id === tx.actorId)
    throw conflict('You have already proposed this. Another operator has to confirm it.');
  await dropProposal(tx, proposed);
  if (found) return true;
  const { action, subjectId, terms = '' } = proposed;
  await tx.db.insert(operatorProposals).values({
    id: tx.ports.ids(),
    action,
    subjectId,
    proposedBy: tx.actorId,
    reason,
    terms,
    createdAt: now(tx),
  });
  await audit(tx, { action: `${action}-proposed`, subject: subjectId, facts: { reason } });
  return false;
}

/** Takes a proposal back, one's own or another's. @throws AppError 409 if there is none */
export async function withdrawProposal(
  tx: OperatorCtx,
  proposed: Omit<Proposed, 'terms'>,
  reason: string,
): Promise<void> {
  if (!(await dropProposal(tx, proposed)))
    throw conflict('There is nothing to withdraw: it has already been confirmed or withdrawn.');
  await audit(tx, {
    action: `${proposed.action}-withdrawn`,
    subject: proposed.subjectId,
    facts: { reason },
  });
}

/** Nobody decides on a case of their own. @throws AppError 409 */
export function refuseOwn(tx: OperatorCtx, accountId: string): void {
  if (!isCommandLine(tx) && tx.actorId === accountId)
    throw conflict('This is your own account. Another operator has to decide.');
}
