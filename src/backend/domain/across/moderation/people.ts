import type { DecisionGround } from '#contract/across/decisions.ts';
import { transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { liftSuspension } from '../../people/accounts/suspension.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';
import { personNamed } from '../operator/people.ts';
import { proposedBan } from '../operator/proposed-bans.ts';
import { refuseOwn } from './acting.ts';
import { isAnother, toOperator } from '../operator/identity.ts';
import { confirmDecision, decide, endDecision, liftDecision, withdrawDecision } from './deciding.ts';
import type { DecisionRow } from './effects.ts';
import { joinCase } from './reporting.ts';

export interface SuspensionDraft {
  /** The facts it is based on, as the person reads them. */
  readonly reason: string;
  /** When it ends by itself. Without an end it is a ban. */
  readonly until: Date | null;
  readonly ground?: DecisionGround;
  /** The law or rule relied on. */
  readonly rule?: string;
}

/**
 * Suspends or bans an account, as a decision in the case about it: its owner reads the statement of reasons and can
 * appeal. Where two operators have to agree on a ban, the first one only proposes it, and a second one who does the
 * same confirms it.
 * @throws AppError 404; 409 for one's own account, or when it was proposed already; 422 for an end that doesn't fit
 */
export const suspendPerson = (
  ctx: OperatorCtx,
  name: string,
  { reason, until, ground = 'terms', rule = 'Terms of service' }: SuspensionDraft,
): Promise<DecisionRow> =>
  transaction(ctx, async (tx) => {
    const { id } = await personNamed(tx, name);
    refuseOwn(tx, [id]);
    const category = ground === 'illegal' ? 'legal' : 'violation';
    // The row of the case is locked from here on, so that two operators at once take turns.
    const caseId = await joinCase(tx, { targetType: 'account', targetId: id, category }, id);
    const waiting = await proposedBan(tx, id);
    if (until === null && waiting) {
      const { decision, isStillOperator } = waiting;
      if (!isStillOperator) await endDecision(tx, decision, 'withdrawn');
      else if (isAnother({ name: decision.decidedBy, id: decision.decidedById }, toOperator(tx)))
        return confirmDecision(tx, decision.id, reason);
      else throw conflict('You have already proposed this. Another operator has to confirm it.');
    }
    const action = until === null ? 'ban' : 'suspend';
    return decide(tx, caseId, {
      action,
      ground,
      rule,
      until,
      facts: reason,
      transactionId: null,
      seen: null,
    });
  });

/** @throws AppError 404; 409 if no ban is proposed */
export const withdrawBan = (ctx: OperatorCtx, name: string, reason: string): Promise<DecisionRow> =>
  transaction(ctx, async (tx) => {
    const { id } = await personNamed(tx, name);
    const waiting = await proposedBan(tx, id);
    if (!waiting) throw conflict('There is nothing to withdraw: it has already been confirmed or withdrawn.');
    return withdrawDecision(tx, waiting.decision.id, reason);
  });

/** Opens a suspended account again. @throws AppError 404; 409 if it isn't suspended */
export const restorePerson = (ctx: OperatorCtx, name: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { id, username, suspendedByDecision } = await personNamed(tx, name);
    if (suspendedByDecision !== null) {
      await liftDecision(tx, suspendedByDecision, reason);
      return;
    }
    refuseOwn(tx, [id]);
    // Suspended before suspensions were decisions.
    if (!(await liftSuspension(tx, id))) throw conflict(`${name} isn’t suspended.`);
    await audit(tx, { action: 'account.restored', subject: id, facts: { username, reason } });
  });
