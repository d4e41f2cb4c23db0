import type { Ctx } from '../context.ts';
import { endAuction, queueDueAuctions } from '../domain/auction-ending.ts';
import { sendAccountLink } from '../domain/auth-links.ts';
import { forgetCard } from '../domain/cards-kept.ts';
import { addUpDays } from '../domain/earning-days.ts';
import { moveDueFeed, moveDueFeeds } from '../domain/feed-settling.ts';
import { removeObjects } from '../domain/files.ts';
import { tellPollEnded } from '../domain/poll-voting.ts';
import { processFile } from '../domain/file-processing.ts';
import { sendMail } from '../domain/mails.ts';
import { applyDeadline, queueDueOrders } from '../domain/order-due.ts';
import { reconcilePayment } from '../domain/payments-settle.ts';
import { refundToCard } from '../domain/payments-refund.ts';
import { transferPayout } from '../domain/payout-transfer.ts';
import { creditReferrers } from '../domain/referral-credits.ts';
import { announceRenewals } from '../domain/subscription-notices.ts';
import { tellPriceChange } from '../domain/subscription-price.ts';
import { queueDueSubscriptions, renewSubscription } from '../domain/subscription-renewal.ts';
import { dropUnusedFile } from '../domain/uploads.ts';
import { applyEvent } from '../domain/webhook-apply.ts';
import { publishWork } from '../domain/work-settling.ts';
import type { JobKind, JobPayloads, JobRun } from './payloads.ts';
import { tidy } from './tidy.ts';

/**
 * Does a job's work, outside any transaction of the runner. Throwing means: try again later.
 * A process can die between the work and the note that it's done, so the work must bear being done twice.
 */
export type JobFunction<P> = (ctx: Ctx, payload: P, run: JobRun) => Promise<void>;

export const jobKinds: { readonly [K in JobKind]: JobFunction<JobPayloads[K]> } = {
  'account-link': sendAccountLink,
  'mail-send': (ctx, { mailId }) => sendMail(ctx, mailId),
  'payment-reconcile': (ctx, { paymentId }) => reconcilePayment(ctx, paymentId),
  'payment-refund': (ctx, { paymentId }) => refundToCard(ctx, paymentId),
  'card-remove': (ctx, { cardId }) => forgetCard(ctx, cardId),
  'webhook-apply': (ctx, { eventId }) => applyEvent(ctx, eventId),
  'renewal-notices': (ctx) => announceRenewals(ctx),
  'referrals-due': (ctx) => creditReferrers(ctx),
  'payout-transfer': (ctx, { payoutId }) => transferPayout(ctx, payoutId),
  'earning-days': (ctx) => addUpDays(ctx),
  'price-changed': (ctx, change) => tellPriceChange(ctx, change),
  'subscription-renew': (ctx, { subscriptionId }) => renewSubscription(ctx, subscriptionId),
  'subscriptions-due': (ctx) => queueDueSubscriptions(ctx),
  'process-file': (ctx, payload, run) => processFile(ctx, payload, run),
  'orders-due': (ctx) => queueDueOrders(ctx),
  'order-due': (ctx, { orderId }) => applyDeadline(ctx, orderId),
  'remove-objects': (ctx, { keys }) => removeObjects(ctx, keys),
  'drop-unused-file': (ctx, { fileId }) => dropUnusedFile(ctx, fileId),
  'publish-work': publishWork,
  'auction-end': (ctx, { auctionId }) => endAuction(ctx, auctionId),
  'auctions-due': (ctx) => queueDueAuctions(ctx),
  'poll-ended': (ctx, { feedId }) => tellPollEnded(ctx, feedId),
  'feed-due': (ctx, { feedId }) => moveDueFeed(ctx, feedId),
  'feeds-due': (ctx) => moveDueFeeds(ctx),
  tidy: (ctx) => tidy(ctx),
};

/** Seconds from one end of a kind that repeats itself to its next start. */
export const recurring: Partial<Record<JobKind, number>> = {
  'subscriptions-due': 60,
  'orders-due': 20,
  'auctions-due': 60,
  'feeds-due': 60,
  'renewal-notices': 3600,
  'referrals-due': 60,
  'earning-days': 3600,
  tidy: 3600,
};

/** These take minutes: the host runs them apart from the others. */
export const longRunning: readonly JobKind[] = ['process-file'];
