import type { auctions } from '#contract/trade/auctions.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { auctionsBidIn, searchAuctions, searchCreatorAuctions } from './search.ts';
import { viewAuction } from './presenters.ts';
import { cancelAuction, createAuction, updateAuction } from './mutations.ts';
import { listBids, placeBid } from './bids.ts';

export const auctionHandlers: HandlersOf<typeof auctions> = {
  'GET /autions/search': (ctx, { query }) => searchAuctions(ctx, query),
  'GET /autions/users/search': (ctx, { query }) => auctionsBidIn(ctx, query),
  'POST /autions': async (ctx, { body }) => viewAuction(ctx, await createAuction(ctx, body)),
  'GET /autions/:id/view': (ctx, { params }) => viewAuction(ctx, params.id),
  'GET /autions/users/:id': (ctx, { params, query }) => searchCreatorAuctions(ctx, params.id, query),
  async 'PUT /autions/:id'(ctx, { params, body }) {
    await updateAuction(ctx, params.id, body);
    return viewAuction(ctx, params.id);
  },
  async 'DELETE /autions/:id'(ctx, { params }) {
    await cancelAuction(ctx, params.id);
    return { success: true };
  },
  'GET /aution-item/search': (ctx, { query }) => listBids(ctx, query),
  'POST /aution-item': (ctx, { body }) => placeBid(ctx, body),
};
