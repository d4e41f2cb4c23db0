import { sql } from 'drizzle-orm';
import * as account from '../../../../db/schema/accounts.ts';
import * as block from '../../../../db/schema/blocks.ts';
import * as broadcast from '../../../../db/schema/broadcasts.ts';
import * as community from '../../../../db/schema/community.ts';
import * as creatorMessage from '../../../../db/schema/creator-messages.ts';
import * as creator from '../../../../db/schema/creators.ts';
import * as earning from '../../../../db/schema/earnings.ts';
import * as factor from '../../../../db/schema/factors.ts';
import * as kernel from '../../../../db/schema/kernel.ts';
import * as ledger from '../../../../db/schema/ledger.ts';
import * as mediaItem from '../../../../db/schema/media-items.ts';
import * as message from '../../../../db/schema/messages.ts';
import * as moderation from '../../../../db/schema/moderation.ts';
import * as notification from '../../../../db/schema/notifications.ts';
import * as operator from '../../../../db/schema/operator.ts';
import * as payment from '../../../../db/schema/payments.ts';
import * as payout from '../../../../db/schema/payouts.ts';
import * as promotion from '../../../../db/schema/promotions.ts';
import * as receipt from '../../../../db/schema/receipts.ts';
import * as referral from '../../../../db/schema/referrals.ts';
import * as search from '../../../../db/schema/search/site-search.ts';
import * as trending from '../../../../db/schema/search/trending.ts';
import * as shop from '../../../../db/schema/shop.ts';
import * as site from '../../../../db/schema/site.ts';
import * as post from '../../../../db/schema/posts.ts';
import * as privateStream from '../../../../db/schema/streams/private-streams.ts';
import * as chat from '../../../../db/schema/streams/stream-chats.ts';
import * as statistics from '../../../../db/schema/statistics.ts';
import * as stream from '../../../../db/schema/streams/streams.ts';
import * as subscription from '../../../../db/schema/subscriptions.ts';
import * as video from '../../../../db/schema/videos.ts';
import * as wallet from '../../../../db/schema/wallet.ts';
import { deletedName } from '../../../people/accounts/closing/deletion.ts';
import { type Step, cleared, gone, inside } from './steps.ts';

const nothing = sql`NULL`;
const empty = sql`''`;
const none = sql`'{}'`;
const nobody = sql`${deletedName}`;

const { accounts } = account;
const { performers } = creator;
const identity: Step[] = [
  gone(account.sessions.accountId),
  gone(account.oneTimeTokens.accountId),
  gone(account.emailChanges.accountId),
  gone(account.dataExports.accountId),
  ...[factor.secondFactors, factor.recoveryCodes, factor.loginChallenges].map((each) => gone(each.accountId)),
  ...[factor.socialLogins, factor.passkeys].map((each) => gone(each.accountId)),
  cleared(performers.accountId, {
    verified: sql`'draft'`,
    verifiedReason: nothing,
    submittedAt: nothing,
    verifiedUntil: nothing,
    categories: none,
    languages: none,
    pronouns: nothing,
    monthlyPrice: nothing,
    yearlyPrice: nothing,
    quarterlyPercent: nothing,
    semiannualPercent: nothing,
    welcomeVideoId: nothing,
    isLive: sql`false`,
  }),
  gone(creator.verificationEvents.accountId),
  cleared(accounts.id, {
    username: nothing,
    email: nothing,
    emailVerifiedAt: nothing,
    passwordHash: nothing,
    name: nobody,
    bio: empty,
    avatar: nothing,
    cover: nothing,
    country: nothing,
    timeZone: nothing,
    hasSpendCaps: sql`false`,
    interests: none,
    welcomedAt: nothing,
    suspendedUntil: nothing,
    suspendedReason: nothing,
    suspendedByDecision: nothing,
    lastSeenAt: nothing,
  }),
  // After the two above, which fill it in again.
  gone(creator.creatorSearch.performerId),
  gone(kernel.idempotencyKeys.accountId),
  // Replies to others that are about the account, such as an operator's.
  {
    table: kernel.idempotencyKeys,
    where: (accountId) => sql`${kernel.idempotencyKeys.reply}::text LIKE ${`%${accountId}%`}`,
    mine: [],
    set: null,
  },
  gone(operator.operatorProposals.proposedBy),
  cleared(operator.auditLog.actorId, { actor: nobody }),
  cleared(operator.adjustments.proposedById, { proposedBy: nobody }),
  cleared(operator.adjustments.decidedById, { decidedBy: nobody }),
];

const { contactMessages, contactReplies } = site;
const contact: Step[] = [
  {
    table: contactReplies,
    where: inside(contactReplies.messageId, contactMessages.id, [contactMessages.accountId]),
    mine: [],
    set: null,
  },
  gone(contactMessages.accountId),
  gone(notification.notifications.accountId),
  gone(notification.notificationSettings.accountId),
  gone(notification.notificationDigests.accountId),
  gone(notification.pushSubscriptions.accountId),
];

const social: Step[] = [
  gone(block.accountBlocks.blockerId, block.accountBlocks.blockedId),
  gone(block.countryBlocks.blockerId),
  gone(block.creatorMutes.accountId, block.creatorMutes.performerId),
  gone(community.commentBans.performerId, community.commentBans.accountId),
  gone(community.heldWords.ownerId),
  gone(video.watchProgress.accountId),
  gone(post.postProgress.accountId),
  gone(subscription.subscriberNotes.performerId, subscription.subscriberNotes.userId),
  gone(mediaItem.coCreators.performerId),
  {
    table: mediaItem.mediaItemPeople,
    where: inside(mediaItem.mediaItemPeople.releaseId, mediaItem.releases.id, [
      mediaItem.releases.performerId,
    ]),
    mine: [],
    set: null,
  },
  gone(mediaItem.releases.performerId),
  gone(statistics.itemViewDays.performerId),
  gone(statistics.sourceViewDays.performerId),
  gone(statistics.viewDays.performerId),
  gone(statistics.viewHours.performerId),
  gone(stream.streamReminders.accountId),
  gone(stream.streamSettings.performerId),
  gone(chat.streamModerators.performerId, chat.streamModerators.accountId),
  gone(chat.streamBans.performerId, chat.streamBans.accountId),
  cleared(chat.streamBans.bannedBy, { bannedBy: sql`performer_id` }),
  cleared(chat.streamChats.performerId, { heldWords: none }),
  cleared(stream.streams.performerId, { title: sql`'Deleted stream'`, tipGoalText: empty }),
  cleared(privateStream.privateStreams.accountId, { note: empty }),
];

const { conversationMembers, messages } = message;
const talk: Step[] = [
  cleared(conversationMembers.accountId, {
    readAt: nothing,
    folder: sql`'inbox'`,
    isPinned: sql`false`,
    isMuted: sql`false`,
    isMarkedUnread: sql`false`,
  }),
  gone(message.messageSettings.performerId),
  gone(message.messageReactions.accountId),
  cleared(messages.senderId, { clientId: nothing }),
  cleared(chat.streamMessages.senderId, { clientId: nothing, text: empty }),
  gone(broadcast.broadcasts.performerId),
  gone(broadcast.fanLists.performerId),
  gone(broadcast.massMessageCaps.accountId),
  gone(broadcast.massMessageMutes.accountId, broadcast.massMessageMutes.performerId),
  gone(creatorMessage.automaticMessageFiles.performerId),
  gone(creatorMessage.automaticMessages.performerId),
  gone(creatorMessage.automaticDeliveries.performerId, creatorMessage.automaticDeliveries.accountId),
  gone(creatorMessage.quickReplies.performerId),
  gone(post.postTemplates.performerId),
  gone(post.postSeries.performerId),
  gone(creator.pinnedViews.performerId),
  gone(creatorMessage.scheduledMessages.senderId),
];

const { orders, orderEvents, orderProblemFiles } = shop;
const { payoutMethods, payoutRequests, payoutEvents } = payout;
const { receipts } = receipt;
const { payments } = ledger;
const money: Step[] = [
  // A gift's message is in the intent, too.
  cleared(payments.accountId, { challengeAnswer: nothing, reply: nothing, intent: sql`intent - 'message'` }),
  {
    table: receipts,
    where: inside(receipts.transactionId, payments.transactionId, [payments.accountId]),
    mine: [],
    set: { buyerName: nobody, buyerEmail: nothing },
  },
  cleared(payment.cards.accountId, { removedAt: sql`coalesce(removed_at, now())`, isDefault: sql`false` }),
  gone(payment.gatewayCustomers.accountId),
  gone(payout.connectAccounts.accountId),
  cleared(payoutMethods.accountId, {
    sealed: nothing,
    shown: sql`'{"holder": "", "bank": "", "country": "", "last4": ""}'::jsonb`,
    fingerprint: empty,
    isChosen: sql`false`,
    undoHash: nothing,
  }),
  cleared(payoutRequests.performerId, { note: empty, reason: nothing }),
  {
    table: payoutEvents,
    where: inside(payoutEvents.payoutId, payoutRequests.id, [payoutRequests.performerId]),
    mine: [],
    set: { note: empty },
  },
  cleared(operator.adjustments.accountId, { reason: empty, aboutLabel: nothing, decision: nothing }),
  gone(payout.payoutHolds.accountId),
  gone(earning.billingDetails.accountId),
  gone(wallet.spendCaps.accountId, wallet.spendCaps.performerId),
  gone(shop.addresses.accountId),
  {
    table: orderProblemFiles,
    where: inside(orderProblemFiles.orderId, orders.id, [orders.buyerId]),
    mine: [],
    set: null,
  },
  cleared(orders.buyerId, { address: nothing, carrier: nothing, tracking: nothing }),
  {
    table: orderEvents,
    where: inside(orderEvents.orderId, orders.id, [orders.buyerId, orders.sellerId]),
    mine: [],
    set: { note: empty },
  },
  cleared(promotion.promotions.performerId, {
    code: nothing,
    message: empty,
    endedAt: sql`coalesce(ended_at, now())`,
  }),
  cleared(promotion.gifts.giverId, { message: empty }),
  cleared(subscription.subscriptions.userId, { cancelReason: nothing }),
  gone(referral.referralCodes.accountId),
];

const { moderationAppeals, moderationCases, moderationDecisions, reports } = moderation;
const judged: Step[] = [
  {
    table: reports,
    where: inside(reports.caseId, moderationCases.id, [moderationCases.accountId]),
    mine: [],
    set: { snapshot: sql`'{}'::jsonb` },
  },
  cleared(reports.reporterId, { comment: empty, snapshot: sql`'{}'::jsonb` }),
  cleared(reports.openedById, { openedBy: nobody, comment: empty }),
  cleared(moderationDecisions.accountId, { facts: empty, about: empty, before: nothing }),
  cleared(moderationDecisions.decidedById, { decidedBy: nobody }),
  cleared(moderationDecisions.confirmedById, { confirmedBy: nobody }),
  cleared(moderationAppeals.accountId, { text: empty, answer: empty }),
  cleared(moderationAppeals.decidedById, { decidedBy: nobody }),
];

/** What of an account goes first, in this order. Its content, whose files buyers may have, goes after that. */
export const personSteps: readonly Step[] = [
  ...identity,
  ...contact,
  ...social,
  ...talk,
  ...money,
  ...judged,
];

/** What was still needed until the content was gone. */
export const lastSteps: readonly Step[] = [
  // Until then the gateway is asked to forget the card.
  cleared(payment.cards.accountId, {
    gatewayId: sql`${payment.cards.id}::text`,
    brand: empty,
    last4: empty,
    expMonth: nothing,
    expYear: nothing,
    fingerprint: nothing,
    wallet: nothing,
  }),
  // What others wrote about content that only its buyers can still open.
  gone(community.comments.ownerId),
  gone(community.bookmarkCollectionItems.accountId),
  gone(community.bookmarkCollections.accountId),
  gone(community.creatorListMembers.performerId),
  gone(community.creatorLists.accountId),
  gone(community.reactions.accountId),
  gone(community.follows.followerId, community.follows.performerId),
  gone(community.postAlerts.accountId, community.postAlerts.performerId),
  gone(search.siteSearch.performerId),
  gone(trending.trendingCreators.performerId),
];
