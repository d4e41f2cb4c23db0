import { transaction } from '../../../kernel/context.ts';
import { rebuildDays } from '../../money/earnings/days.ts';
import { type OperatorCtx, audit } from './audit.ts';

/**
 * Rebuilds the daily earnings totals of all creators, for when the ledger check reports a day that differs
 * from its rows.
 */
export function addUpAnew(ctx: OperatorCtx): Promise<void> {
  return transaction(ctx, async (tx) => {
    await rebuildDays(tx);
    await audit(tx, { action: 'earnings.added_up', subject: 'earning_days' });
  });
}
