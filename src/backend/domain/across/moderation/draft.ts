import type { DecisionGround, ModerationAction } from '#contract/across/decisions.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import { now } from '../../../kernel/context.ts';
import type { moderationCases } from '../../../db/schema/moderation.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { type OperatorCtx, isCommandLine } from '../operator/audit.ts';
import { actionsFor } from './acting.ts';

type CaseRow = typeof moderationCases.$inferSelect;

export interface DecisionDraft {
  readonly action: ModerationAction;
  readonly ground: DecisionGround;
  /** The law or rule relied on, and the facts, as the person reads them. */
  readonly rule: string;
  readonly facts: string;
  /** When it ends by itself: required for a suspension at the desk, possible for a hold of payouts. */
  readonly until: Date | null;
  /** The payment to refund. */
  readonly transactionId: string | null;
  /** Whether everyone who bought what is taken down is refunded. */
  readonly refundBuyers?: boolean;
  /**
   * How many decisions the operator saw on the case, so that two don't decide it without knowing of each other. Null
   * where they decide about a person without looking at the case.
   */
  readonly seen: number | null;
}

export const isTakingDown = (action: ModerationAction): boolean => action === 'hide' || action === 'remove';

/** At the desk, a longer suspension is a ban. */
const longestMs = 366 * 86_400_000;
const furthestMs = 3_660 * 86_400_000;

function checkEnd(tx: OperatorCtx, action: ModerationAction, until: Date): void {
  const ms = until.getTime() - now(tx).getTime();
  if (ms <= 0) throw invalid('until', 'Choose a time in the future.');
  if (action === 'suspend' && !isCommandLine(tx) && ms > longestMs)
    throw invalid('until', 'A suspension ends within a year. Anything longer is a ban.');
  if (ms > furthestMs) throw invalid('until', 'Choose a time within ten years.');
}

function checkRefunds({ action, refundBuyers }: DecisionDraft): void {
  if (refundBuyers && !isTakingDown(action))
    throw invalid('refundBuyers', 'Buyers are refunded when something is hidden or removed.');
}

/** @throws AppError 409, 422 for an action that doesn't fit the target, or an end that doesn't fit the action */
export function checkDraft(tx: OperatorCtx, { targetType, state }: CaseRow, draft: DecisionDraft): void {
  const { action, until } = draft;
  checkRefunds(draft);
  if (!actionsFor(targetType as ReportTarget).includes(action))
    throw invalid('action', 'That action isn’t available for what was reported.');
  if (action === 'dismiss' && state === 'closed') throw conflict('This case is already closed.');
  if (until && !['suspend', 'hold-payout'].includes(action))
    throw invalid('until', 'Only suspensions and payout holds have an end.');
  if (action === 'suspend' && !until)
    throw invalid('until', 'Choose when the suspension ends. To close the account permanently, ban it.');
  if (until) checkEnd(tx, action, until);
}
