import type { Handlers } from '../kernel/handlers.ts';
import { addressHandlers } from './trade/shop/addresses.ts';
import { auctionHandlers } from './trade/auctions/routes.ts';
import { authHandlers } from './people/accounts/auth-routes.ts';
import { creatorMuteHandlers } from './across/blocks/mute-routes.ts';
import { blockHandlers } from './across/blocks/routes.ts';
import { broadcastHandlers } from './trade/broadcasts/routes.ts';
import { couponHandlers } from './money/coupons/routes.ts';
import { creatorHomeHandlers, pinnedViewHandlers } from './across/creator-home/routes.ts';
import { releaseHandlers } from './content/media-items/release-routes.ts';
import { coCreatorHandlers } from './content/media-items/routes.ts';
import { commentHandlers } from './content/community/comment-routes.ts';
import { earningHandlers } from './money/earnings/routes.ts';
import { consentHandlers } from './people/accounts/approval/agreed-pages.ts';
import { factorHandlers } from './people/accounts/factors/routes.ts';
import { passkeyHandlers } from './people/accounts/passkeys/routes.ts';
import { socialHandlers } from './across/joining/social-routes.ts';
import {
  ownPostSeriesHandlers,
  postHandlers,
  postSeriesHandlers,
  postTemplateHandlers,
} from './content/posts/routes.ts';
import { fileHandlers } from './base/files/routes.ts';
import { followHandlers } from './content/community/follow-routes.ts';
import { galleryHandlers } from './content/galleries/gallery-routes.ts';
import { collectionHandlers } from './content/library/collection-routes.ts';
import { creatorListHandlers } from './content/library/creator-list-routes.ts';
import { libraryHandlers } from './content/library/routes.ts';
import {
  conversationHandlers,
  messageRequestHandlers,
  messageSearchHandlers,
  messagingHandlers,
  conversationMediaHandlers,
  voiceUploadHandlers,
} from './talk/messages/routes.ts';
import { notificationHandlers } from './people/notifications/routes.ts';
import { operatorHandlers } from './across/operator/routes.ts';
import { operatorBackgroundHandlers, operatorMessageHandlers } from './across/operator/site-routes.ts';
import { orderHandlers } from './trade/shop/order-routes.ts';
import { paymentHandlers } from './money/payments/routes.ts';
import { payoutHandlers } from './trade/payouts/routes.ts';
import { performerHandlers } from './people/creators/routes.ts';
import { photoHandlers } from './content/galleries/photo-routes.ts';
import { privateStreamHandlers } from './talk/streams/private/routes.ts';
import { productHandlers } from './trade/shop/product-routes.ts';
import { giftHandlers } from './trade/subscriptions/gifts/routes.ts';
import { promotionHandlers } from './trade/subscriptions/promotion-routes.ts';
import { reactionHandlers } from './content/community/reaction-routes.ts';
import { receiptHandlers } from './trade/receipts/routes.ts';
import { referralHandlers } from './money/referrals/routes.ts';
import { operatorModerationHandlers } from './across/moderation/desk-routes.ts';
import { moderationHandlers, reportHandlers } from './across/moderation/routes.ts';
import { siteHandlers } from './base/site/routes.ts';
import { sitePostHandlers } from './base/site/site-post-routes.ts';
import { streamChatHandlers } from './talk/streams/chat/routes.ts';
import { streamHandlers, streamSettingsHandlers } from './talk/streams/routes.ts';
import { leavingHandlers } from './across/leaving/routes.ts';
import { exploreHandlers, linkCardHandlers, searchHandlers } from './across/search/routes.ts';
import { tagHandlers } from './across/search/tags.ts';
import { statisticsHandlers } from './across/statistics/routes.ts';
import { subscriptionHandlers } from './trade/subscriptions/routes.ts';
import { uploadHandlers } from './base/files/uploads.ts';
import { userHandlers } from './people/accounts/user-routes.ts';
import { videoHandlers } from './content/videos/routes.ts';
import { walletHandlers } from './money/wallet/routes.ts';

/** The handler of every live operation. A missing one doesn't compile. */
export const handlers: Handlers = {
  ...authHandlers,
  ...factorHandlers,
  ...passkeyHandlers,
  ...socialHandlers,
  ...leavingHandlers,
  ...consentHandlers,
  ...userHandlers,
  ...performerHandlers,
  ...followHandlers,
  ...siteHandlers,
  ...postHandlers,
  ...postTemplateHandlers,
  ...ownPostSeriesHandlers,
  ...postSeriesHandlers,
  ...linkCardHandlers,
  ...uploadHandlers,
  ...paymentHandlers,
  ...walletHandlers,
  ...privateStreamHandlers,
  ...subscriptionHandlers,
  ...earningHandlers,
  ...creatorHomeHandlers,
  ...pinnedViewHandlers,
  ...statisticsHandlers,
  ...conversationHandlers,
  ...messageRequestHandlers,
  ...messageSearchHandlers,
  ...conversationMediaHandlers,
  ...voiceUploadHandlers,
  ...messagingHandlers,
  ...broadcastHandlers,
  ...notificationHandlers,
  ...streamHandlers,
  ...streamSettingsHandlers,
  ...blockHandlers,
  ...creatorMuteHandlers,
  ...fileHandlers,
  ...galleryHandlers,
  ...photoHandlers,
  ...videoHandlers,
  ...searchHandlers,
  ...exploreHandlers,
  ...tagHandlers,
  ...coCreatorHandlers,
  ...releaseHandlers,
  ...productHandlers,
  ...orderHandlers,
  ...addressHandlers,
  ...auctionHandlers,
  ...commentHandlers,
  ...reactionHandlers,
  ...libraryHandlers,
  ...collectionHandlers,
  ...creatorListHandlers,
  ...reportHandlers,
  ...moderationHandlers,
  ...operatorModerationHandlers,
  ...sitePostHandlers,
  ...couponHandlers,
  ...payoutHandlers,
  ...promotionHandlers,
  ...giftHandlers,
  ...receiptHandlers,
  ...referralHandlers,
  ...streamChatHandlers,
  ...operatorHandlers,
  ...operatorMessageHandlers,
  ...operatorBackgroundHandlers,
};
