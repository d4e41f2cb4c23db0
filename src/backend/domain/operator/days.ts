import { transaction } from '../../kernel/context.ts';
import { rebuildDays } from '../earnings/days.ts';
import { type OperatorCtx, audit } from './audit.ts';

/**
 * Adds up the past days of every creator's earnings anew, for when the check of the ledger names one that
 * isn't the sum of its rows.
 */
export function addUpAnew(ctx: OperatorCtx): Promise<void> {
  return transaction(ctx, async (tx) => {
    await rebuildDays(tx);
    await audit(tx, { action: 'earnings.added_up', subject: 'earning_days' });
  });
}
