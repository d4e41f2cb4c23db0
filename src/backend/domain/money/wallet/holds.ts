import type { Tokens } from '#lib/units.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import { post } from '../../base/ledger/ledger.ts';
import { holdPostings } from '../../base/ledger/postings.ts';

/** Tokens set apart for a payment that may still not happen. */
export interface Hold {
  readonly accountId: string;
  /** The creator who would be paid. */
  readonly performerId: string;
  /** What would be paid for; bids leave it out. */
  readonly subject?: string;
  readonly subjectId: string;
  readonly tokens: Tokens;
  /** The text shown in the account's history. */
  readonly description: string;
}

async function move(
  tx: Ctx,
  kind: 'hold' | 'release',
  { accountId, performerId, subject = kind, subjectId, tokens, description }: Hold,
): Promise<number> {
  const sign = kind === 'hold' ? 1 : -1;
  const posted = await post(tx, {
    kind,
    subject,
    subjectId,
    actorId: accountId,
    performerId,
    description,
    postings: holdPostings({ accountId, tokens: tokens * sign }),
  });
  const balance = posted.balanceOf('wallet', accountId);
  tx.emit(rooms.account(accountId), 'balance/updated', { added: -tokens * sign, balance });
  return balance;
}

/**
 * Puts tokens on hold and returns the remaining balance.
 * @throws AppError 402 with `missing`.
 */
export const holdTokens = (tx: Ctx, hold: Hold): Promise<number> => move(tx, 'hold', hold);
/** Returns tokens on hold to the wallet, and returns its balance. */
export const releaseTokens = (tx: Ctx, hold: Hold): Promise<number> => move(tx, 'release', hold);
