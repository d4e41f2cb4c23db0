import type { wallet } from '#contract/wallet';
import type { HandlersOf } from '../http/handlers.ts';
import { unlockFeed } from './charges-feed.ts';
import { unlockGallery } from './charges-gallery.ts';
import { searchCharges } from './charges-history.ts';
import { unlockMessage } from './charges-message.ts';
import { buyProduct } from './charges-product.ts';
import { unlockStream } from './charges-stream.ts';
import { tip } from './charges-tip.ts';
import { unlockVideo } from './charges-video.ts';
import { ownSpendCaps, setSpendCap } from './spend-caps.ts';
import { listPaidCreators, statementOf } from './statements.ts';
import { undoTip } from './tip-undo.ts';
import { walletBalance } from './wallet-balance.ts';

export const walletHandlers: HandlersOf<typeof wallet> = {
  'POST /wallet/charges/tip/:id': (ctx, { params, body }) => tip(ctx, { performerId: params.id, ...body }),
  'POST /wallet/charges/feed/:id': (ctx, { params }) => unlockFeed(ctx, params.id),
  'POST /wallet/charges/product/:id': (ctx, { params, body }) =>
    buyProduct(ctx, { productId: params.id, ...body }),
  'POST /wallet/charges/video/:id': (ctx, { params }) => unlockVideo(ctx, params.id),
  'POST /wallet/charges/gallery/:id': (ctx, { params }) => unlockGallery(ctx, params.id),
  'POST /wallet/charges/message/:id': (ctx, { params }) => unlockMessage(ctx, params.id),
  'POST /wallet/charges/stream/:id': (ctx, { params }) => unlockStream(ctx, params.id),
  'GET /wallet/charges/search': (ctx, { query }) => searchCharges(ctx, query),
  'POST /wallet/charges/:id/undo': (ctx, { params }) => undoTip(ctx, params.id),
  'GET /wallet/balance': (ctx) => walletBalance(ctx),
  'GET /wallet/caps': (ctx) => ownSpendCaps(ctx),
  'PUT /wallet/caps': (ctx, { body }) => setSpendCap(ctx, body),
  'GET /wallet/statements': (ctx, { query }) => listPaidCreators(ctx, query),
  'GET /wallet/statement/:id': (ctx, { params }) => statementOf(ctx, params.id),
};
