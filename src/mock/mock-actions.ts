import type { Backend } from '#backend/create-backend.ts';
import type { OperatorCtx } from '#backend/domain/operator/audit.ts';
import { addOperator } from '#backend/domain/operator/operators.ts';
import { approvePayout, payPayout, processPayout, rejectPayout } from '#backend/domain/operator/payouts.ts';
import { refundTransaction } from '#backend/domain/operator/refunds.ts';
import { setSetting } from '#backend/domain/operator/settings.ts';
import { AppError } from '#backend/kernel/errors.ts';

/** Operator actions, and moving time forward, since tests can't wait. */
export type MockAction =
  | { readonly do: 'move-clock'; readonly ms: number }
  | { readonly do: 'refund'; readonly transactionId: string; readonly reason: string }
  | { readonly do: 'add-operator'; readonly username: string }
  | { readonly do: 'set-setting'; readonly key: string; readonly text: string }
  | {
      readonly do: 'payout';
      readonly step: 'approve' | 'process' | 'pay' | 'reject';
      readonly id: string;
      readonly text: string;
    };

export interface MockActionDeps {
  readonly operator: OperatorCtx;
  readonly backend: Backend;
  moveClock(ms: number): void;
}

const payout = {
  approve: (ctx: OperatorCtx, id: string) => approvePayout(ctx, id),
  process: (ctx: OperatorCtx, id: string) => processPayout(ctx, id),
  pay: payPayout,
  reject: rejectPayout,
} as const;

/** Performs an action. Returns why it failed, or null. */
export async function perform(
  { operator, backend, moveClock }: MockActionDeps,
  action: MockAction,
): Promise<string | null> {
  try {
    if (action.do === 'move-clock') {
      moveClock(action.ms);
      await backend.runJobs();
    }
    if (action.do === 'refund') await refundTransaction(operator, action.transactionId, action.reason);
    if (action.do === 'add-operator') await addOperator(operator, action.username);
    if (action.do === 'set-setting') await setSetting(operator, action);
    if (action.do === 'payout') await payout[action.step](operator, action.id, action.text);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}
