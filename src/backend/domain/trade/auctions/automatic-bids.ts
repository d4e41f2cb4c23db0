import type { Tokens } from '#lib/units.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { stepAt } from '#lib/auction-steps.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { affordable } from '../../money/wallet/affordable.ts';

/** A bid meets whoever leads. All in tokens. */
interface Rivals {
  /** Where the new bid begins: at least the minimum bid. */
  readonly opening: Tokens;
  /** The most that the new bidder bids, at least `opening`. */
  readonly most: Tokens;
  /** The most that the leader bids; what they lead with if they have no maximum, 0 if there is no leader. */
  readonly leaderMost: Tokens;
  readonly reserve: Tokens | null;
}

/** One of the bids that come of it. */
export interface Step {
  readonly by: 'bidder' | 'leader';
  readonly amount: Tokens;
  readonly isAutomatic: boolean;
}

/** A maximum that meets the reserve bids it: a price below it would sell to nobody. */
const metReserve = (price: Tokens, most: Tokens, reserve: Tokens | null): Tokens =>
  reserve !== null && reserve <= most ? Math.max(price, reserve) : price;

/**
 * The bids that come of a new one, in their order: the last one leads. It is the smallest amount that beats
 * the other's most by a step, within one's own most; of two equal ones the leader's, which was there before.
 */
export function bidSteps({ opening, most, leaderMost, reserve }: Rivals): readonly Step[] {
  const bid = (by: Step['by'], amount: Tokens): Step => ({
    by,
    amount,
    isAutomatic: by === 'leader' || amount > opening,
  });
  if (leaderMost < opening) return [bid('bidder', metReserve(opening, most, reserve))];
  const over = (beaten: Tokens, limit: Tokens) =>
    metReserve(Math.min(limit, beaten + stepAt(beaten)), limit, reserve);
  return leaderMost >= most
    ? [bid('bidder', most), bid('leader', over(most, leaderMost))]
    : [bid('leader', leaderMost), bid('bidder', over(leaderMost, most))];
}

/**
 * Whether the system may still bid for an account: not once it was suspended, or it and the creator blocked
 * each other.
 */
export async function mayStillBid(tx: Ctx, accountId: string, performerId: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, accountId),
        isNull(accounts.suspendedAt),
        unblocked(accounts.id, sql`${performerId}::uuid`),
      ),
    );
  return rows.length > 0;
}

/** How far a maximum reaches: no further than the wallet and the spending limits on top of what is held. */
export const calculateReach = async (
  tx: Ctx,
  {
    accountId,
    performerId,
    maximum,
    held,
  }: { accountId: string; performerId: string; maximum: Tokens; held: Tokens },
): Promise<Tokens> => Math.min(maximum, held + (await affordable(tx, accountId, performerId)));
