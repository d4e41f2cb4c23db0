import type { PersonFigures } from '#contract/across/operator/people.ts';
import { earningBalance } from '../../../money/earnings/balance.ts';
import { balanceOf } from '../../../base/ledger/ledger.ts';
import { findOpenPayout } from '../../../trade/payouts/state-machine.ts';
import type { OperatorCtx } from '../audit.ts';
import { countWorks } from './person-query.ts';

/** What a person has, can be paid and made. The same functions count them where their owner sees them. */
export async function personFigures(
  ctx: OperatorCtx,
  { id, isPerformer }: { readonly id: string; readonly isPerformer: boolean },
): Promise<PersonFigures> {
  const [balance, held] = await Promise.all([
    balanceOf(ctx, 'wallet', id),
    balanceOf(ctx, 'wallet_held', id),
  ]);
  if (!isPerformer) return { wallet: { balance, held }, earnings: null, works: null, openPayoutId: null };
  const [earned, made, open] = await Promise.all([
    earningBalance(ctx, id),
    countWorks(ctx.db, id),
    findOpenPayout(ctx, id),
  ]);
  if (!made) throw new Error('a count without a row');
  const { available, onHold, setAside } = earned;
  return {
    wallet: { balance, held },
    earnings: { available, onHold, setAside },
    works: made,
    openPayoutId: open?.id ?? null,
  };
}
