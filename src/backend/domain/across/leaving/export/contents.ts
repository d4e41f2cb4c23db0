import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import * as account from '../../../../db/schema/accounts.ts';
import * as auction from '../../../../db/schema/auctions.ts';
import * as block from '../../../../db/schema/blocks.ts';
import * as broadcast from '../../../../db/schema/broadcasts.ts';
import * as community from '../../../../db/schema/community.ts';
import * as coupon from '../../../../db/schema/coupons.ts';
import * as creatorMessage from '../../../../db/schema/creator-messages.ts';
import * as creator from '../../../../db/schema/creators.ts';
import * as earning from '../../../../db/schema/earnings.ts';
import * as factor from '../../../../db/schema/factors.ts';
import * as file from '../../../../db/schema/files.ts';
import * as gallery from '../../../../db/schema/galleries.ts';
import * as ledger from '../../../../db/schema/ledger.ts';
import * as mediaItem from '../../../../db/schema/media-items.ts';
import * as message from '../../../../db/schema/messages.ts';
import * as moderation from '../../../../db/schema/moderation.ts';
import * as notification from '../../../../db/schema/notifications.ts';
import * as payment from '../../../../db/schema/payments.ts';
import * as payout from '../../../../db/schema/payouts.ts';
import * as post from '../../../../db/schema/posts.ts';
import * as promotion from '../../../../db/schema/promotions.ts';
import * as referral from '../../../../db/schema/referrals.ts';
import * as shop from '../../../../db/schema/shop.ts';
import * as privateStream from '../../../../db/schema/streams/private-streams.ts';
import * as chat from '../../../../db/schema/streams/stream-chats.ts';
import * as stream from '../../../../db/schema/streams/streams.ts';
import * as site from '../../../../db/schema/site.ts';
import * as subscription from '../../../../db/schema/subscriptions.ts';
import * as video from '../../../../db/schema/videos.ts';
import * as wallet from '../../../../db/schema/wallet.ts';
import { type Exported, csv, parts, rows } from './kinds.ts';

const { accounts } = account;
const profile: Exported[] = [
  rows('account', [accounts.id], {
    omit: ['passwordHash', 'avatar', 'cover', 'hasSpendCaps', 'deviceEpoch', 'welcomedAt'],
  }),
  rows('sessions', [account.sessions.accountId], { omit: ['tokenHash'] }),
  rows('email-changes', [account.emailChanges.accountId], {
    omit: ['newHash', 'oldHash'],
  }),
  rows('former-usernames', [account.formerUsernames.accountId]),
  rows('connected-accounts', [factor.socialLogins.accountId]),
  rows('two-factor-authentication', [factor.secondFactors.accountId], {
    omit: ['sealed', 'lastStep', 'undoHash'],
  }),
  rows('passkeys', [factor.passkeys.accountId], {
    omit: ['credentialId', 'publicKey', 'counter', 'transports', 'undoHash'],
  }),
  rows('creator-profile', [creator.performers.accountId], { omit: ['randomRank'] }),
  rows('consents', [account.consents.accountId]),
  rows('verification', [creator.verificationEvents.accountId]),
  rows('documents', [file.documents.ownerId], { omit: ['sealedKey'] }),
  rows('addresses', [shop.addresses.accountId]),
  rows('blocked-people', [block.accountBlocks.blockerId]),
  rows('blocked-countries', [block.countryBlocks.blockerId]),
  rows('notifications', [notification.notifications.accountId], {
    omit: ['groupKey', 'href'],
  }),
  rows('notification-settings', [notification.notificationSettings.accountId]),
  rows('push-devices', [notification.pushSubscriptions.accountId], {
    omit: ['endpoint', 'p256dh', 'auth'],
  }),
  rows('data-exports', [account.dataExports.accountId]),
  rows('contact-messages', [site.contactMessages.accountId]),
  parts('contact-replies', {
    key: site.contactReplies.messageId,
    parentKey: site.contactMessages.id,
    mine: [site.contactMessages.accountId],
  }),
];

const partsOfPosts = (name: string, key: AnyPgColumn): Exported =>
  parts(name, { key, parentKey: post.feeds.id, mine: [post.feeds.performerId] });
const content: Exported[] = [
  rows('files', [file.files.ownerId], {
    omit: ['storageKey', 'renditions', 'placeholder', 'pictureHash', 'peaks', 'customData', 'checksum'],
    csv: true,
  }),
  rows('posts', [post.feeds.performerId]),
  partsOfPosts('post-files', post.feedFiles.feedId),
  partsOfPosts('polls', post.polls.feedId),
  partsOfPosts('poll-options', post.pollOptions.feedId),
  rows('poll-votes', [post.pollVotes.accountId]),
  rows('post-series', [post.postSeries.performerId]),
  parts('posts-of-series', {
    key: post.postSeriesItems.seriesId,
    parentKey: post.postSeries.id,
    mine: [post.postSeries.performerId],
  }),
  rows('post-templates', [post.postTemplates.performerId]),
  rows('pinned-views', [creator.pinnedViews.performerId]),
  rows('videos', [video.videos.performerId]),
  rows('galleries', [gallery.galleries.performerId]),
  rows('photos', [gallery.photos.performerId]),
  rows('people-in-your-works', [mediaItem.releases.performerId]),
  parts('works-of-these-people', {
    key: mediaItem.mediaItemPeople.releaseId,
    parentKey: mediaItem.releases.id,
    mine: [mediaItem.releases.performerId],
  }),
  rows('co-creator-requests', [mediaItem.coCreators.performerId]),
  rows('products', [shop.products.performerId], csv),
  parts('product-files', {
    key: shop.productFiles.productId,
    parentKey: shop.products.id,
    mine: [shop.products.performerId],
  }),
  rows('auctions', [auction.auctions.performerId], { omit: ['leaderId'], csv: true }),
  rows('streams', [stream.streams.performerId]),
  rows('stream-settings', [stream.streamSettings.performerId], {
    omit: ['encoderKeyHash'],
  }),
  rows('stream-chats', [chat.streamChats.performerId]),
  rows('stream-moderators', [chat.streamModerators.performerId]),
  rows('stream-bans', [chat.streamBans.performerId]),
  rows('comment-bans', [community.commentBans.performerId]),
  rows('held-words', [community.heldWords.ownerId]),
];

const { messages, messageRequests, conversationMembers } = message;
const { scheduledMessages, automaticMessages, quickReplies } = creatorMessage;
const { privateStreams, streamMeters } = privateStream;
const talk: Exported[] = [
  rows('conversations', [conversationMembers.accountId]),
  rows('messages', [messages.senderId, messages.recipientId], {
    omit: ['clientId', 'change'],
    also: sql`${messages.deletedAt} IS NULL`,
  }),
  parts('message-files', {
    key: message.messageFiles.messageId,
    parentKey: messages.id,
    mine: [messages.senderId],
  }),
  parts('message-tips', {
    key: message.messageTips.messageId,
    parentKey: messages.id,
    mine: [messages.senderId, messages.recipientId],
  }),
  rows('message-reactions', [message.messageReactions.accountId]),
  rows('message-requests', [messageRequests.senderId, messageRequests.performerId]),
  rows('message-settings', [message.messageSettings.performerId]),
  rows('scheduled-messages', [scheduledMessages.senderId], { omit: ['clientId'] }),
  rows('automatic-messages', [automaticMessages.performerId]),
  rows('quick-replies', [quickReplies.performerId]),
  rows('mass-messages', [broadcast.broadcasts.performerId], {
    omit: ['clientId', 'audience'],
  }),
  rows('fan-lists', [broadcast.fanLists.performerId]),
  parts('fan-list-members', {
    key: broadcast.fanListMembers.listId,
    parentKey: broadcast.fanLists.id,
    mine: [broadcast.fanLists.performerId],
  }),
  rows('mass-message-limit', [broadcast.massMessageCaps.accountId]),
  rows('creators-with-muted-mass-messages', [broadcast.massMessageMutes.accountId]),
  rows('stream-messages', [chat.streamMessages.senderId], {
    omit: ['clientId', 'deletedBy'],
  }),
  rows('private-streams', [privateStreams.performerId, privateStreams.accountId]),
  rows('private-stream-meters', [streamMeters.accountId]),
  rows('stream-reminders', [stream.streamReminders.accountId]),
];

const { comments, follows, reactions } = community;
const { moderationAppeals, moderationDecisions, reports } = moderation;
const social: Exported[] = [
  rows('comments', [comments.authorId]),
  rows('muted-creators', [block.creatorMutes.accountId]),
  rows('likes-and-bookmarks', [reactions.accountId]),
  rows('bookmark-collections', [community.bookmarkCollections.accountId]),
  rows('bookmark-collection-items', [community.bookmarkCollectionItems.accountId], { omit: ['action'] }),
  rows('lists-of-creators', [community.creatorLists.accountId]),
  parts('creators-in-lists', {
    key: community.creatorListMembers.listId,
    parentKey: community.creatorLists.id,
    mine: [community.creatorLists.accountId],
  }),
  rows('following', [follows.followerId], csv),
  rows('post-notifications', [community.postAlerts.accountId]),
  rows('followers', [follows.performerId], csv),
  rows('reports', [reports.reporterId], { omit: ['caseId', 'snapshot', 'targetId'] }),
  rows('decisions', [moderationDecisions.accountId], {
    omit: ['caseId', 'before', 'decidedBy', 'decidedById', 'confirmedBy', 'confirmedById'],
    also: sql`${moderationDecisions.state} NOT IN ('proposed', 'withdrawn') AND ${moderationDecisions.action} <> 'dismiss'`,
  }),
  rows('appeals', [moderationAppeals.accountId], { omit: ['decidedBy', 'decidedById'] }),
  rows('watched-videos', [video.watchProgress.accountId]),
  rows('played-posts', [post.postProgress.accountId]),
  rows('subscriber-notes', [subscription.subscriberNotes.performerId]),
];

const { subscriptions } = subscription;
const { orders, orderEvents } = shop;
const { ledgerAccounts, ledgerTransactions, ledgerPostings } = ledger;
const { purchases, spendCaps } = wallet;
const money: Exported[] = [
  rows('transactions', [ledgerTransactions.actorId, ledgerTransactions.performerId], {
    omit: ['providerEventId'],
    csv: true,
  }),
  rows('balances', [ledgerAccounts.ownerId], csv),
  parts(
    'balance-changes',
    { key: ledgerPostings.accountId, parentKey: ledgerAccounts.id, mine: [ledgerAccounts.ownerId] },
    csv,
  ),
  rows('payments', [ledger.payments.accountId], {
    omit: ['idempotencyKey', 'fingerprint', 'challengeAnswer', 'intent', 'chargeId', 'gatewayRef', 'reply'],
    csv: true,
  }),
  rows('cards', [payment.cards.accountId], { omit: ['gatewayId', 'fingerprint'] }),
  rows('purchases', [purchases.accountId], csv),
  rows('spend-caps', [spendCaps.accountId]),
  rows('coupons-used', [coupon.couponUses.accountId]),
  rows('offers-used', [promotion.promotionUses.accountId]),
  rows('offers', [promotion.promotions.performerId]),
  rows('gifts', [promotion.gifts.giverId]),
  rows('gifts-redeemed', [promotion.gifts.redeemedBy], {
    omit: ['code', 'giverId', 'paidId', 'saleId', 'price'],
  }),
  rows('subscriptions', [subscriptions.userId], csv),
  rows('subscribers', [subscriptions.performerId], {
    omit: ['cardId', 'cancelReason', 'gateway', 'retries', 'nextAttemptAt'],
    csv: true,
  }),
  rows('orders', [orders.buyerId], csv),
  // Where a buyer lives is the buyer's own data.
  rows('orders-received', [orders.sellerId], { omit: ['address'], csv: true }),
  parts('order-files', {
    key: shop.orderFiles.orderId,
    parentKey: orders.id,
    mine: [orders.buyerId, orders.sellerId],
  }),
  parts('order-problem-photos', {
    key: shop.orderProblemFiles.orderId,
    parentKey: orders.id,
    mine: [orders.buyerId],
  }),
  parts('order-events', {
    key: orderEvents.orderId,
    parentKey: orders.id,
    mine: [orders.buyerId, orders.sellerId],
  }),
  rows('bids', [auction.bids.bidderId], csv),
  rows('stream-tips', [stream.streamTips.accountId], csv),
  rows('earnings-by-day', [earning.earningDays.performerId], csv),
  rows('earnings-by-month', [earning.earningMonths.performerId], csv),
  rows('billing-details', [earning.billingDetails.accountId], { omit: ['sealedTaxNumber'] }),
  rows('payout-methods', [payout.payoutMethods.accountId], {
    omit: ['sealed', 'fingerprint', 'undoHash'],
  }),
  rows('payout-accounts', [payout.connectAccounts.accountId], {
    omit: ['gatewayId'],
  }),
  rows('payouts', [payout.payoutRequests.performerId], csv),
  parts('payout-events', {
    key: payout.payoutEvents.payoutId,
    parentKey: payout.payoutRequests.id,
    mine: [payout.payoutRequests.performerId],
  }),
  rows('referral-code', [referral.referralCodes.accountId]),
  rows('referrals', [referral.referrals.referrerId, referral.referrals.referredId]),
];

/** Everything in an export, in the order of its files. */
export const exported: readonly Exported[] = [...profile, ...content, ...talk, ...social, ...money];
