import type { wallet } from '#contract/payment';
import type { HandlersOf } from '../http/handlers.ts';
import { unlockFeed } from './charges-feed.ts';
import { searchCharges } from './charges-history.ts';
import { tip } from './charges-tip.ts';

export const walletHandlers: HandlersOf<typeof wallet> = {
  'POST /wallet/charges/tip/:id': (ctx, { params, body }) => tip(ctx, { performerId: params.id, ...body }),
  'POST /wallet/charges/feed/:id': (ctx, { params }) => unlockFeed(ctx, params.id),
  'GET /wallet/charges/search': (ctx, { query }) => searchCharges(ctx, query),
};
