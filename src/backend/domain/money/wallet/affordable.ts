import type { Tokens } from '#lib/units.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { balanceOf } from '../../base/ledger/ledger.ts';
import { moneyToTokens } from '../../base/ledger/postings.ts';
import { roomUnderCaps } from './spend-cap-check.ts';

/**
 * What an account can set apart for a creator, on top of what it already has on hold: its wallet, within its
 * spending limits. Locks its spending until the end of the transaction.
 */
export async function affordable(tx: Ctx, accountId: string, performerId: string): Promise<Tokens> {
  const room = await roomUnderCaps(tx, accountId, performerId);
  const balance = await balanceOf(tx, 'wallet', accountId);
  const { tokenRate } = await tx.settings.all();
  return room === Infinity ? balance : Math.min(balance, moneyToTokens(room, tokenRate));
}
