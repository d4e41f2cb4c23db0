import type { RouteName } from '#contract/core/registry.ts';
import { moneyRows } from './rows-money.ts';
import { peopleRows } from './rows-people.ts';
import { postRows } from './rows-posts.ts';
import { pinnedViewRows } from './rows-pinned-views.ts';
import { postSeriesRows } from './rows-post-series.ts';
import { siteRows } from './rows-site.ts';
import { talkRows } from './rows-talk.ts';
import { auctionRows } from './rows-auctions.ts';
import { blockRows } from './rows-blocks.ts';
import { engagementRows } from './rows-engagement.ts';
import { factorRows } from './rows-factors.ts';
import { passkeyRows } from './rows-passkeys.ts';
import { socialRows } from './rows-social.ts';
import { leavingRows } from './rows-leaving.ts';
import { fileRows } from './rows-files.ts';
import { uploadRows } from './rows-uploads.ts';
import { galleryRows } from './rows-galleries.ts';
import { messageRows } from './rows-messages.ts';
import { orderRows } from './rows-orders.ts';
import { photoRows } from './rows-photos.ts';
import { productRows } from './rows-products.ts';
import { releaseRows } from './rows-releases.ts';
import { videoRows } from './rows-videos.ts';
import { walletRows } from './rows-wallet.ts';
import { subscriptionRows } from './rows-subscriptions.ts';
import { payoutRows } from './rows-payouts.ts';
import { referralRows } from './rows-referrals.ts';
import { giftRows } from './rows-gifts.ts';
import { promotionRows } from './rows-promotions.ts';
import { moderationRows } from './rows-moderation.ts';
import { notificationRows } from './rows-notifications.ts';
import { receiptRows } from './rows-receipts.ts';
import { broadcastRows } from './rows-broadcasts.ts';
import { creatorMessageRows } from './rows-creator-messages.ts';
import { privateStreamRows } from './rows-private-streams.ts';
import { requestRows } from './rows-requests.ts';
import { statisticsRows } from './rows-statistics.ts';
import { streamChatRows } from './rows-stream-chat.ts';
import { streamRows } from './rows-streams.ts';
import { operatorRows } from './rows-operator.ts';
import { operatorSiteRows } from './rows-operator-site.ts';
import type { Row } from './row.ts';

/**
 * Who may do what: a row per operation (or several, if the addressed item can be in several states), a column
 * per identity. The statuses come from the product page and were written before looking at the
 * implementation. A live operation without a row doesn't compile.
 */
export const matrix: Record<RouteName, readonly Row[]> = {
  ...peopleRows,
  ...factorRows,
  ...passkeyRows,
  ...socialRows,
  ...leavingRows,
  ...postRows,
  ...postSeriesRows,
  ...pinnedViewRows,
  ...moneyRows,
  ...talkRows,
  ...siteRows,
  ...fileRows,
  ...uploadRows,
  ...galleryRows,
  ...photoRows,
  ...videoRows,
  ...releaseRows,
  ...productRows,
  ...orderRows,
  ...auctionRows,
  ...engagementRows,
  ...blockRows,
  ...messageRows,
  ...broadcastRows,
  ...creatorMessageRows,
  ...requestRows,
  ...statisticsRows,
  ...privateStreamRows,
  ...walletRows,
  ...subscriptionRows,
  ...payoutRows,
  ...referralRows,
  ...promotionRows,
  ...giftRows,
  ...receiptRows,
  ...notificationRows,
  ...moderationRows,
  ...streamChatRows,
  ...streamRows,
  ...operatorRows,
  ...operatorSiteRows,
};
