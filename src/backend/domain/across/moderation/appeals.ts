import { and, eq } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { moderationAppeals, moderationDecisions } from '../../../db/schema/moderation.ts';
import { conflict } from '../../../kernel/errors.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';
import { isAnother, isLoneOperator, toOperator } from '../operator/identity.ts';
import { appealBy } from './appeal-time.ts';
import { endDecision, lockDecision } from './deciding.ts';
import { type DecisionRow, undoDecision } from './effects.ts';
import { notifyOutcome } from './notices.ts';

/**
 * Files the appeal of the person concerned. Whether it is theirs has been checked.
 * @throws AppError 409 for a second one, or when it is too late
 */
export function fileAppeal(ctx: Ctx, decisionId: string, text: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [decision] = await tx.db
      .select()
      .from(moderationDecisions)
      .where(eq(moderationDecisions.id, decisionId))
      .for('update');
    const by = decision ? appealBy(decision) : null;
    const time = now(tx);
    const filed = await tx.db
      .select({ id: moderationAppeals.decisionId })
      .from(moderationAppeals)
      .where(eq(moderationAppeals.decisionId, decisionId));
    if (filed.length > 0) throw conflict('You already appealed this decision.');
    if (!decision || !by) throw conflict('This decision can’t be appealed.');
    if (time > by) throw conflict('The time to appeal this decision is over.');
    await tx.db.insert(moderationAppeals).values({
      decisionId,
      text,
      accountId: decision.accountId,
      createdAt: time,
      updatedAt: time,
    });
  });
}

/** Who may not decide the appeal as long as there is another operator: whoever decided, or confirmed. */
async function refuseDecider(tx: OperatorCtx, decision: DecisionRow): Promise<void> {
  if (await isLoneOperator(tx)) return;
  const me = toOperator(tx);
  const second = { name: decision.confirmedBy ?? '', id: decision.confirmedById };
  const isFirst = !isAnother({ name: decision.decidedBy, id: decision.decidedById }, me);
  if (isFirst || (decision.confirmedBy !== null && !isAnother(second, me)))
    throw conflict('You made this decision, so another operator has to decide the appeal.');
}

export interface AppealAnswer {
  readonly outcome: 'upheld' | 'reversed';
  /** Told to the person. */
  readonly answer: string;
}

/**
 * Decides an appeal. A reversal undoes the decision: what was taken down is back, a suspension or hold ends.
 * @throws AppError 404; 409 for whoever took the decision, or when it was answered already
 */
export function decideAppeal(
  ctx: OperatorCtx,
  decisionId: string,
  { outcome, answer }: AppealAnswer,
): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const decision = await lockDecision(tx, decisionId);
    await refuseDecider(tx, decision);
    const { name, id } = toOperator(tx);
    const time = now(tx);
    const decided = await tx.db
      .update(moderationAppeals)
      .set({
        state: outcome,
        answer,
        decidedBy: name,
        decidedById: id,
        decidedAt: time,
        updatedAt: time,
      })
      .where(and(eq(moderationAppeals.decisionId, decisionId), eq(moderationAppeals.state, 'pending')))
      .returning({ id: moderationAppeals.decisionId });
    if (decided.length === 0) throw conflict('There is no appeal to decide here.');
    const isReversed = outcome === 'reversed';
    const isBack = isReversed && decision.state === 'in-force' && (await undoDecision(tx, decision));
    const ended =
      isReversed && decision.state === 'in-force' ? await endDecision(tx, decision, 'reversed') : decision;
    await audit(tx, {
      action: `moderation.appeal-${outcome}`,
      subject: decisionId,
      facts: { answer, isBack },
    });
    await notifyOutcome(tx, decision, {
      text: isReversed
        ? 'We looked at your appeal and reversed the decision.'
        : 'We looked at your appeal, and the decision stands.',
      answer,
    });
    return ended;
  });
}
