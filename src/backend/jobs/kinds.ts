import type { Ctx } from '../kernel/context.ts';
import { endAuction, queueDueAuctions } from '../domain/trade/auctions/ending.ts';
import { expireRequests } from '../domain/talk/messages/requests/expiring.ts';
import { settleDueStreams } from '../domain/talk/streams/private/expiring.ts';
import { announceStream } from '../domain/talk/streams/public/announcing.ts';
import { settleDuePublicStreams } from '../domain/talk/streams/public/due.ts';
import { keepReplay } from '../domain/talk/streams/public/replay.ts';
import { refundTickets } from '../domain/talk/streams/public/ticket-refunds.ts';
import { sendAccountLink } from '../domain/people/accounts/auth-links.ts';
import { sendAutomatic } from '../domain/trade/broadcasts/automatic-sending.ts';
import { sendScheduled } from '../domain/trade/broadcasts/scheduled-sending.ts';
import { deliverBroadcast, takeBack } from '../domain/trade/broadcasts/delivery.ts';
import { forgetCard } from '../domain/money/payments/payment-methods.ts';
import { applyChangeDeadline } from '../domain/people/accounts/email-changes.ts';
import { animateCover } from '../domain/people/creators/animate-cover.ts';
import { addUpDays } from '../domain/money/earnings/days.ts';
import { publishDuePost, publishDuePosts } from '../domain/content/posts/publish-due.ts';
import { removeObjects } from '../domain/base/files/storing.ts';
import { notifyPollEnded } from '../domain/content/posts/poll-voting.ts';
import { sendOperatorDigest } from '../domain/across/operator/digest.ts';
import { sendDigests } from '../domain/people/notifications/digests.ts';
import { removeOldNotifications } from '../domain/people/notifications/retention.ts';
import { decidePush, sendPush } from '../domain/talk/messages/pushing.ts';
import { announcePost } from '../domain/content/posts/announcing.ts';
import { notifyMentionedInPost } from '../domain/content/posts/mentioning.ts';
import { notifyMentionedInComment } from '../domain/content/community/mentions.ts';
import { processFile } from '../domain/content/publishing/file-processing.ts';
import { sendMail } from '../domain/base/site/mails.ts';
import { applyDeadline, queueDueOrders } from '../domain/trade/shop/order-deadlines.ts';
import { reconcilePayment, settle } from '../domain/trade/payment-outcomes/settle.ts';
import { refund, refundToCard } from '../domain/trade/payment-outcomes/refund.ts';
import { refundBuyers } from '../domain/across/moderation/buyers.ts';
import { openCopies } from '../domain/across/moderation/copies.ts';
import { hashRemovedPictures, recordRefusal } from '../domain/across/moderation/removed-pictures.ts';
import { transferPayout } from '../domain/trade/payouts/transfer.ts';
import { processVerificationExpiries } from '../domain/people/creators/verification-expiry.ts';
import { creditReferrers } from '../domain/money/referrals/credits.ts';
import { remindOfGifts } from '../domain/trade/subscriptions/gifts/reminding.ts';
import { refundUnusedGifts } from '../domain/trade/subscriptions/gifts/returning.ts';
import { announceRenewals } from '../domain/trade/subscriptions/notices.ts';
import { notifyPriceChange } from '../domain/trade/subscriptions/price.ts';
import { queueDueSubscriptions, renewSubscription } from '../domain/trade/subscriptions/renewal.ts';
import { sealPlainDocuments } from '../domain/base/files/documents.ts';
import { endUpload } from '../domain/base/files/part-uploads.ts';
import { dropUnusedFile } from '../domain/base/files/uploads.ts';
import { applyEvent } from '../domain/trade/payment-outcomes/webhook-apply.ts';
import { applySuspension } from '../domain/people/accounts/suspension.ts';
import { createVideo } from '../domain/content/videos/mutations.ts';
import { prepareExport, removeExpiredExports } from '../domain/across/leaving/export/exports.ts';
import { eraseAccount, moveDueDeletions } from '../domain/across/leaving/erasing/erase.ts';
import { updateTrending } from '../domain/across/search/trending.ts';
import { publishMediaItem } from '../domain/content/publishing/publish-media-items.ts';
import type { JobKind, JobOutcome, JobPayloads, JobRun } from '../kernel/job-payloads.ts';
import { tidy } from './tidy.ts';

/**
 * Does a job's work, outside any transaction of the runner. Throwing means "retry later". A process can die
 * after the work and before it is recorded as done, so the work must tolerate being repeated.
 */
export type JobFunction<P> = (ctx: Ctx, payload: P, run: JobRun) => Promise<JobOutcome>;

export const jobKinds: { readonly [K in JobKind]: JobFunction<JobPayloads[K]> } = {
  'account-link': sendAccountLink,
  'email-change-due': (ctx, { changeId }) => applyChangeDeadline(ctx, changeId),
  'suspension-due': (ctx, { accountId }) => applySuspension(ctx, accountId),
  'mail-send': (ctx, { mailId }) => sendMail(ctx, mailId),
  'payment-reconcile': (ctx, { paymentId }) => reconcilePayment(ctx, paymentId),
  'payment-refund': (ctx, { paymentId }) => refundToCard(ctx, paymentId),
  'card-remove': (ctx, { cardId }) => forgetCard(ctx, cardId),
  'webhook-apply': (ctx, { eventId }) => applyEvent(ctx, eventId),
  'renewal-notices': (ctx) => announceRenewals(ctx),
  'referrals-due': (ctx) => creditReferrers(ctx),
  'payout-transfer': (ctx, { payoutId }) => transferPayout(ctx, payoutId),
  'earning-days': (ctx) => addUpDays(ctx),
  'trending-creators': (ctx) => updateTrending(ctx),
  'price-changed': (ctx, change) => notifyPriceChange(ctx, change),
  'subscription-renew': (ctx, { subscriptionId }) => renewSubscription(ctx, subscriptionId, settle),
  'subscriptions-due': (ctx) => queueDueSubscriptions(ctx),
  'process-file': (ctx, payload, run) => processFile(ctx, payload, run),
  'animate-cover': animateCover,
  'orders-due': (ctx) => queueDueOrders(ctx),
  'order-due': (ctx, { orderId }) => applyDeadline(ctx, orderId),
  'removed-pictures': (ctx, { decisionId }) => hashRemovedPictures(ctx, decisionId),
  'picture-refused': recordRefusal,
  'sealed-copies': (ctx, { decisionId }) => openCopies(ctx, decisionId),
  'refund-buyers': (ctx, { decisionId }) => refundBuyers(ctx, decisionId),
  'remove-objects': (ctx, { keys }) => removeObjects(ctx, keys),
  'drop-unused-file': (ctx, { fileId }) => dropUnusedFile(ctx, fileId),
  'end-upload': (ctx, { uploadId }) => endUpload(ctx, uploadId),
  'publish-media-item': publishMediaItem,
  'auction-end': (ctx, { auctionId }) => endAuction(ctx, auctionId),
  'auctions-due': (ctx) => queueDueAuctions(ctx),
  'poll-ended': (ctx, { feedId }) => notifyPollEnded(ctx, feedId),
  'post-announce': announcePost,
  'post-mentions': notifyMentionedInPost,
  'comment-mentions': notifyMentionedInComment,
  'push-due': decidePush,
  'push-send': sendPush,
  'digests-due': (ctx) => sendDigests(ctx),
  'operator-digest': (ctx) => sendOperatorDigest(ctx),
  'notifications-old': (ctx) => removeOldNotifications(ctx),
  'publish-due-post': (ctx, { feedId }) => publishDuePost(ctx, feedId),
  'publish-due-posts': (ctx) => publishDuePosts(ctx),
  'message-requests-due': (ctx) => expireRequests(ctx),
  'private-streams-due': (ctx) => settleDueStreams(ctx),
  'streams-due': (ctx) => settleDuePublicStreams(ctx),
  async 'gifts-due'(ctx) {
    await remindOfGifts(ctx);
    await refundUnusedGifts(ctx, refund);
  },
  'stream-announce': announceStream,
  'stream-replay': (ctx, { streamId }) => keepReplay(ctx, streamId, createVideo),
  'stream-tickets': (ctx, payload) => refundTickets(ctx, payload, refund),
  'broadcast-deliver': deliverBroadcast,
  'broadcast-unsend': takeBack,
  'automatic-message': sendAutomatic,
  'scheduled-message': sendScheduled,
  'data-export': (ctx, { exportId }, run) => prepareExport(ctx, exportId, run),
  'encrypt-legacy-documents': sealPlainDocuments,
  'verification-reminders': (ctx) => processVerificationExpiries(ctx),
  'data-exports-old': (ctx) => removeExpiredExports(ctx),
  'deletions-due': (ctx) => moveDueDeletions(ctx),
  'account-erase': eraseAccount,
  tidy: (ctx) => tidy(ctx),
};

/** Seconds between the end of a recurring job and its next start. */
export const recurring: Partial<Record<JobKind, number>> = {
  'subscriptions-due': 60,
  'orders-due': 20,
  'auctions-due': 60,
  'message-requests-due': 60,
  'private-streams-due': 10,
  'streams-due': 10,
  'publish-due-posts': 60,
  'renewal-notices': 3600,
  'gifts-due': 3600,
  'referrals-due': 60,
  'earning-days': 3600,
  'trending-creators': 900,
  'digests-due': 60,
  'operator-digest': 3600,
  'notifications-old': 3600,
  'data-exports-old': 3600,
  'encrypt-legacy-documents': 3600,
  'verification-reminders': 600,
  'deletions-due': 600,
  tidy: 3600,
};

/** Kinds that take minutes. The host runs them in their own lane. */
export const longRunning: readonly JobKind[] = [
  'process-file',
  'animate-cover',
  'data-export',
  'account-erase',
];

/** Kinds that wait for servers named by browsers, which may be slow. They too have a lane of their own. */
export const outbound: readonly JobKind[] = ['push-send'];

/** Kinds that need what the process that carries streams keeps. Only that process has their lane. */
export const withStreams: readonly JobKind[] = ['stream-replay'];

/** Kinds that are due some time after their cause. All others are due at once or at a time somebody chose. */
export const delayed: readonly JobKind[] = ['payment-reconcile', 'price-changed'];
