import type { ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { countHeldComments } from '../../content/community/comment-holding.ts';
import { earningBalance } from '../../money/earnings/balance.ts';
import { countPendingTags } from '../../content/media-items/co-creator-tags.ts';
import { requestsWaiting } from '../../talk/messages/inbox/unanswered.ts';
import { ordersWaiting } from '../../trade/shop/orders-waiting.ts';
import { countRequests } from '../../talk/streams/private/searching.ts';

/** The frame shows at most "99+". */
const countedUpTo = 100;

/** What the creator's menu counts. Every creator's page asks for it, so each count stops early. */
export async function viewCounts(ctx: UserCtx): Promise<ReplySource<'GET /performer/counts'>> {
  const [accept, ship, comments, requests, coCreations, privateStreams, { available }] = await Promise.all([
    ordersWaiting(ctx, 'paid', countedUpTo),
    ordersWaiting(ctx, 'accepted', countedUpTo),
    countHeldComments(ctx, countedUpTo),
    requestsWaiting(ctx, countedUpTo),
    countPendingTags(ctx, countedUpTo),
    countRequests(ctx, countedUpTo),
    earningBalance(ctx, ctx.viewer.id),
  ]);
  return {
    orders: Math.min(accept.count + ship.count, countedUpTo),
    comments,
    messageRequests: requests.count,
    coCreations,
    privateStreams,
    available,
  };
}
