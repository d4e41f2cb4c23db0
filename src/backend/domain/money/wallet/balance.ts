import { and, asc, eq, gt } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctions, bids } from '../../../db/schema/auctions.ts';
import { messageRequests } from '../../../db/schema/messages.ts';
import { privateStreams, streamMeters } from '../../../db/schema/streams/private-streams.ts';
import { balanceOf } from '../../base/ledger/ledger.ts';

/** Maximum number of each that is listed; the total includes all. */
const shown = 50;

/** The viewer's balance, and the tokens on hold for leading bids, message requests and private streams. */
export async function walletBalance(ctx: UserCtx): Promise<ReplySource<'GET /wallet/balance'>> {
  const me = ctx.viewer.id;
  const [balance, held, leading, asked, watched] = await Promise.all([
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
    ctx.db
      .select({
        conversationId: messageRequests.conversationId,
        name: accounts.name,
        tokens: messageRequests.price,
        expiresAt: messageRequests.expiresAt,
      })
      .from(messageRequests)
      .innerJoin(accounts, eq(accounts.id, messageRequests.performerId))
      .where(
        and(
          eq(messageRequests.senderId, me),
          eq(messageRequests.state, 'pending'),
          gt(messageRequests.price, 0),
        ),
      )
      .orderBy(asc(messageRequests.expiresAt), asc(messageRequests.conversationId))
      .limit(shown),
    ctx.db
      .select({ streamId: privateStreams.id, name: accounts.name, tokens: streamMeters.heldTokens })
      .from(streamMeters)
      .innerJoin(privateStreams, eq(privateStreams.id, streamMeters.streamId))
      .innerJoin(accounts, eq(accounts.id, privateStreams.performerId))
      .where(
        and(eq(streamMeters.accountId, me), eq(streamMeters.state, 'open'), gt(streamMeters.heldTokens, 0)),
      )
      .orderBy(asc(streamMeters.openedAt), asc(streamMeters.id))
      .limit(shown),
  ]);
  return {
    balance,
    held,
    bids: leading.map((bid) => ({ ...bid, endsAt: bid.endsAt.toISOString() })),
    requests: asked.map((each) => ({ ...each, expiresAt: each.expiresAt.toISOString() })),
    privateStreams: watched,
  };
}
