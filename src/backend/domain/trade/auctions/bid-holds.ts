import type { Tokens } from '#lib/units.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import * as wallet from '../../money/wallet/holds.ts';
import { lockWalletRows } from './bids-query.ts';

interface Hold {
  readonly accountId: string;
  /** The auction's creator. */
  readonly performerId: string;
  readonly auctionId: string;
  readonly tokens: Tokens;
  /** The text shown in the account's history. */
  readonly description: string;
}

/**
 * Locks several wallets at once, in the same order as every payment, so that two bids by the same two people
 * on different auctions can't deadlock.
 */
export const lockWallets = async (tx: Ctx, accountIds: readonly string[]): Promise<void> =>
  void (await lockWalletRows(tx.db, { owners: idList(accountIds) }));

const forAuction = ({ auctionId, ...hold }: Hold) => ({ ...hold, subjectId: auctionId });

/**
 * Puts tokens on hold for a bid and returns the remaining balance.
 * @throws AppError 402 with `missing`.
 */
export const holdTokens = (tx: Ctx, hold: Hold): Promise<number> => wallet.holdTokens(tx, forAuction(hold));
/** Returns tokens on hold to the wallet, and returns its balance. */
export const releaseTokens = (tx: Ctx, hold: Hold): Promise<number> =>
  wallet.releaseTokens(tx, forAuction(hold));
