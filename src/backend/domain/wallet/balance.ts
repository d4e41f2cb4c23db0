import { and, asc, eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { auctions, bids } from '../../db/schema/auctions.ts';
import { balanceOf } from '../ledger/ledger.ts';

/** Maximum number of bids listed; the total includes all. */
const shown = 50;

/** The viewer's balance, and the tokens on hold for leading bids. */
export async function walletBalance(ctx: UserCtx): Promise<ReplySource<'GET /wallet/balance'>> {
  const me = ctx.viewer.id;
  const [balance, held, leading] = await Promise.all([
    balanceOf(ctx, 'wallet', me),
    balanceOf(ctx, 'wallet_held', me),
    ctx.db
      .select({
        auctionId: auctions.id,
        title: auctions.title,
        tokens: bids.amount,
        endsAt: auctions.effectiveEndAt,
      })
      .from(bids)
      .innerJoin(auctions, eq(auctions.id, bids.auctionId))
      .where(and(eq(bids.bidderId, me), eq(bids.result, 'leading')))
      .orderBy(asc(auctions.effectiveEndAt), asc(auctions.id))
      .limit(shown),
  ]);
  return { balance, held, bids: leading.map((bid) => ({ ...bid, endsAt: bid.endsAt.toISOString() })) };
}
