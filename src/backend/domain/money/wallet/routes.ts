import type { wallet } from '#contract/money/wallet.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { unlockPost } from '../../content/posts/charge.ts';
import { unlockGallery } from '../../content/galleries/gallery-charge.ts';
import { searchCharges } from './charge-history.ts';
import { unlockMessage } from '../../talk/messages/charge.ts';
import { tipsInChat } from '../../talk/messages/tips.ts';
import { buyProduct } from '../../trade/shop/charge.ts';
import { unlockStream } from '../../talk/streams/charge.ts';
import { tipsInStream } from '../../talk/streams/public/tips.ts';
import { tip } from './tip.ts';
import { unlockVideo } from '../../content/videos/charge.ts';
import { ownSpendCaps, setSpendCap } from './spend-caps.ts';
import { listPaidCreators, loadStatement } from './statements.ts';
import { undoTip } from './tip-undo.ts';
import { walletBalance } from './balance.ts';

/** Where tips are shown. */
export const tipPlaces = { inChat: tipsInChat, inStream: tipsInStream };

export const walletHandlers: HandlersOf<typeof wallet> = {
  'POST /wallet/charges/tip/:id': (ctx, { params, body }) =>
    tip(ctx, { performerId: params.id, ...body }, tipPlaces),
  'POST /wallet/charges/feed/:id': (ctx, { params, body }) => unlockPost(ctx, { id: params.id, ...body }),
  'POST /wallet/charges/product/:id': (ctx, { params, body }) =>
    buyProduct(ctx, { productId: params.id, ...body }),
  'POST /wallet/charges/video/:id': (ctx, { params, body }) => unlockVideo(ctx, { id: params.id, ...body }),
  'POST /wallet/charges/gallery/:id': (ctx, { params, body }) =>
    unlockGallery(ctx, { id: params.id, ...body }),
  'POST /wallet/charges/message/:id': (ctx, { params, body }) =>
    unlockMessage(ctx, { id: params.id, ...body }),
  'POST /wallet/charges/stream/:id': (ctx, { params, body }) => unlockStream(ctx, { id: params.id, ...body }),
  'GET /wallet/charges/search': (ctx, { query }) => searchCharges(ctx, query),
  'POST /wallet/charges/:id/undo': (ctx, { params }) => undoTip(ctx, params.id, tipPlaces),
  'GET /wallet/balance': (ctx) => walletBalance(ctx),
  'GET /wallet/caps': (ctx) => ownSpendCaps(ctx),
  'PUT /wallet/caps': (ctx, { body }) => setSpendCap(ctx, body),
  'GET /wallet/statements': (ctx, { query }) => listPaidCreators(ctx, query),
  'GET /wallet/statement/:id': (ctx, { params }) => loadStatement(ctx, params.id),
};
