import type { Handlers } from '../http/handlers.ts';
import { addressHandlers } from './addresses.ts';
import { auctionHandlers } from './auctions.ts';
import { authHandlers } from './auth.ts';
import { blockHandlers } from './block-lists.ts';
import { couponHandlers } from './coupons.ts';
import { coCreatorHandlers } from './co-creators.ts';
import { commentHandlers } from './comments.ts';
import { earningHandlers } from './earnings.ts';
import { feedHandlers } from './feeds.ts';
import { fileHandlers } from './file-status.ts';
import { followHandlers } from './follows.ts';
import { galleryHandlers } from './galleries.ts';
import { libraryHandlers } from './library.ts';
import { messagingHandlers } from './messages.ts';
import { orderHandlers } from './orders.ts';
import { paymentHandlers } from './payment.ts';
import { payoutHandlers } from './payouts.ts';
import { performerHandlers } from './performers.ts';
import { photoHandlers } from './photos.ts';
import { productHandlers } from './products.ts';
import { promotionHandlers } from './promotions.ts';
import { reactionHandlers } from './reaction-calls.ts';
import { receiptHandlers } from './receipts.ts';
import { referralHandlers } from './referrals.ts';
import { reportHandlers } from './reports.ts';
import { siteHandlers } from './site.ts';
import { sitePostHandlers } from './site-posts.ts';
import { subscriptionHandlers } from './subscriptions.ts';
import { uploadHandlers } from './uploads.ts';
import { userHandlers } from './users.ts';
import { videoHandlers } from './videos.ts';
import { walletHandlers } from './wallet.ts';

/** Every live operation's function. A missing one doesn't compile. */
export const handlers: Handlers = {
  ...authHandlers,
  ...userHandlers,
  ...performerHandlers,
  ...followHandlers,
  ...siteHandlers,
  ...feedHandlers,
  ...uploadHandlers,
  ...paymentHandlers,
  ...walletHandlers,
  ...subscriptionHandlers,
  ...earningHandlers,
  ...messagingHandlers,
  ...blockHandlers,
  ...fileHandlers,
  ...galleryHandlers,
  ...photoHandlers,
  ...videoHandlers,
  ...coCreatorHandlers,
  ...productHandlers,
  ...orderHandlers,
  ...addressHandlers,
  ...auctionHandlers,
  ...commentHandlers,
  ...reactionHandlers,
  ...libraryHandlers,
  ...reportHandlers,
  ...sitePostHandlers,
  ...couponHandlers,
  ...payoutHandlers,
  ...promotionHandlers,
  ...receiptHandlers,
  ...referralHandlers,
};
