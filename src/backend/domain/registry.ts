import type { Handlers } from '../kernel/handlers.ts';
import { addressHandlers } from './shop/addresses.ts';
import { auctionHandlers } from './auctions/routes.ts';
import { authHandlers } from './accounts/auth-routes.ts';
import { creatorMuteHandlers } from './blocks/mute-routes.ts';
import { blockHandlers } from './blocks/routes.ts';
import { broadcastHandlers } from './broadcasts/routes.ts';
import { couponHandlers } from './coupons/routes.ts';
import { creatorHomeHandlers, pinnedViewHandlers } from './creator-home/routes.ts';
import { releaseHandlers } from './media-items/release-routes.ts';
import { coCreatorHandlers } from './media-items/routes.ts';
import { commentHandlers } from './community/comment-routes.ts';
import { earningHandlers } from './earnings/routes.ts';
import { consentHandlers } from './accounts/approval/agreed-pages.ts';
import { factorHandlers } from './accounts/factors/routes.ts';
import { passkeyHandlers } from './accounts/passkeys/routes.ts';
import { socialHandlers } from './joining/social-routes.ts';
import {
  ownPostSeriesHandlers,
  postHandlers,
  postSeriesHandlers,
  postTemplateHandlers,
} from './posts/routes.ts';
import { fileHandlers } from './files/routes.ts';
import { followHandlers } from './community/follow-routes.ts';
import { galleryHandlers } from './galleries/gallery-routes.ts';
import { collectionHandlers } from './library/collection-routes.ts';
import { creatorListHandlers } from './library/creator-list-routes.ts';
import { libraryHandlers } from './library/routes.ts';
import {
  conversationHandlers,
  messageRequestHandlers,
  messageSearchHandlers,
  messagingHandlers,
  conversationMediaHandlers,
  voiceUploadHandlers,
} from './messages/routes.ts';
import { notificationHandlers } from './notifications/routes.ts';
import { operatorHandlers } from './operator/routes.ts';
import { operatorBackgroundHandlers, operatorMessageHandlers } from './operator/site-routes.ts';
import { orderHandlers } from './shop/order-routes.ts';
import { paymentHandlers } from './payments/routes.ts';
import { payoutHandlers } from './payouts/routes.ts';
import { performerHandlers } from './creators/routes.ts';
import { photoHandlers } from './galleries/photo-routes.ts';
import { privateStreamHandlers } from './streams/private/routes.ts';
import { productHandlers } from './shop/product-routes.ts';
import { giftHandlers } from './subscriptions/gifts/routes.ts';
import { promotionHandlers } from './subscriptions/promotion-routes.ts';
import { reactionHandlers } from './community/reaction-routes.ts';
import { receiptHandlers } from './receipts/routes.ts';
import { referralHandlers } from './referrals/routes.ts';
import { operatorModerationHandlers } from './moderation/desk-routes.ts';
import { moderationHandlers, reportHandlers } from './moderation/routes.ts';
import { siteHandlers } from './site/routes.ts';
import { sitePostHandlers } from './site/site-post-routes.ts';
import { streamChatHandlers } from './streams/chat/routes.ts';
import { streamHandlers, streamSettingsHandlers } from './streams/routes.ts';
import { leavingHandlers } from './leaving/routes.ts';
import { exploreHandlers, linkCardHandlers, searchHandlers } from './search/routes.ts';
import { tagHandlers } from './search/tags.ts';
import { statisticsHandlers } from './statistics/routes.ts';
import { subscriptionHandlers } from './subscriptions/routes.ts';
import { uploadHandlers } from './files/uploads.ts';
import { userHandlers } from './accounts/user-routes.ts';
import { videoHandlers } from './videos/routes.ts';
import { walletHandlers } from './wallet/routes.ts';

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
