import type { Losses } from '#contract/across/leaving.ts';
import { formatMoney } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { balanceOf } from '../../base/ledger/ledger.ts';
import { earningBalance } from '../../money/earnings/balance.ts';

export interface Belongings {
  readonly losses: Losses;
  /** Earnings that can be paid out, now or once their hold is over; null if there are too few. */
  readonly payable: string | null;
}

/** The money of an account that is about to go: what can still be paid out, and what is lost with it. */
export async function loadBelongings(ctx: Ctx, accountId: string): Promise<Belongings> {
  const { minimumPayoutAmount, currency } = await ctx.settings.all();
  const tokens = await balanceOf(ctx, 'wallet', accountId);
  const { total } = await earningBalance(ctx, accountId);
  const isPayable = total > 0 && total >= minimumPayoutAmount;
  return {
    losses: { tokens, earnings: isPayable ? 0 : Math.max(total, 0) },
    payable: isPayable ? formatMoney(total, currency) : null,
  };
}
