import type { ModerationAction } from '#contract/across/decisions.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import type { OperatorCtx } from '../operator/audit.ts';

/** @throws AppError 409 where the operator is one of the people concerned */
export function refuseOwn({ actorId }: OperatorCtx, concerned: readonly (string | null)[]): void {
  if (actorId !== null && concerned.includes(actorId))
    throw conflict('You’re part of this case, so another operator has to decide it.');
}

const always = ['dismiss', 'warn', 'suspend', 'ban', 'hold-payout', 'refund'] as const;
const written: readonly ModerationAction[] = [...always, 'remove'];

/** What can be done about each kind of thing. A comment or message can't be hidden: it is removed, and can be put back. */
export function actionsFor(type: ReportTarget): readonly ModerationAction[] {
  if (type === 'account') return always;
  return type === 'comment' || type === 'message' ? written : [...written, 'hide'];
}

export const unknownCase = (id: string) => new AppError(404, 'not_found', `There is no case ${id}.`);
export const unknownDecision = (id: string) => new AppError(404, 'not_found', `There is no decision ${id}.`);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => uuid.test(text);
