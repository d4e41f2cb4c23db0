import type { AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { PaidType } from '#lib/plans/bundles.ts';
import type { Cents } from '#lib/units.ts';

/** What is pushed: a notification, or the unread messages of a conversation. */
export interface PushSource {
  readonly kind: 'notification' | 'message';
  /** Of the notification or the conversation. */
  readonly id: string;
}

/** The payload of each kind of job. A new kind needs a line here and its function in `kinds.ts`. */
export interface JobPayloads {
  /** Asks the gateway again about a payment whose outcome was never recorded. */
  'payment-reconcile': { paymentId: string };
  /** Reminds creators whose documents expire, and hides those whose have. Recurring. */
  'verification-reminders': Record<string, never>;
  /** Encrypts documents that an earlier version stored as they were. Recurring. */
  'encrypt-legacy-documents': Record<string, never>;
  /** Refunds a payment to its card. */
  'payment-refund': { paymentId: string };
  /** Detaches a removed card at the gateway. */
  'card-remove': { cardId: string };
  /** Applies an event the gateway reported. */
  'webhook-apply': { eventId: string };
  /** Emails notices of upcoming renewals. Recurring. */
  'renewal-notices': Record<string, never>;
  /** Credits referrers with their share of recent payments. Recurring. */
  'referrals-due': Record<string, never>;
  /** Sends an approved payout through the gateway. */
  'payout-transfer': { payoutId: string };
  /** Computes which creators are trending. Recurring. */
  'trending-creators': Record<string, never>;
  /** Adds up the earnings of days that can't change anymore. Recurring. */
  'earning-days': Record<string, never>;
  /**
   * Notifies one batch of a creator's subscribers of a new price. `after` is the last subscription already
   * notified.
   */
  'price-changed': {
    performerId: string;
    type: PaidType;
    price: Cents;
    changeId: string;
    after: string | null;
  };
  /** Queues the subscriptions whose period is ending. Recurring. */
  'subscriptions-due': Record<string, never>;
  /** Reminds of gifts that end soon, and refunds those that nobody redeemed in time. Recurring. */
  'gifts-due': Record<string, never>;
  'subscription-renew': { subscriptionId: string };
  /** Queues the orders whose deadline has passed. Recurring. */
  'orders-due': Record<string, never>;
  'order-due': { orderId: string };
  /** Hands an email from the outbox to the mailer. */
  'mail-send': { mailId: string };
  /** Emails a one-time link, if an account has the address. */
  'account-link': { email: string; purpose: 'reset-password' | 'verify-email'; from?: string | undefined };
  /** Handles a deadline in an email address change. */
  'email-change-due': { changeId: string };
  /** Closes a suspended account's connections, or opens it again. */
  'suspension-due': { accountId: string };
  /** Transcodes a video or audio file. It can take long, so it runs apart from the other jobs. */
  'process-file': { fileId: string };
  /** Makes the moving picture of a cover that is shown as a still one. `original`: the object with the upload. */
  'animate-cover': { accountId: string; storageKey: string; original: string };
  /** Lists the pictures of something removed that an earlier version stored without their hashes. */
  'removed-pictures': { decisionId: string };
  /** Opens a case wherever a file of something taken down as illegal is used as well. */
  'sealed-copies': { decisionId: string };
  /** Refunds everyone who bought what a decision took down. */
  'refund-buyers': { decisionId: string };
  /** Records that a picture that was removed before was uploaded again. */
  'picture-refused': { accountId: string; pictureId: string; bits: number };
  /** Deletes stored objects that nothing references anymore. */
  'remove-objects': { keys: string[] };
  /** Deletes an upload that never became part of a post. */
  'drop-unused-file': { fileId: string };
  /** Deletes an upload in parts: what has arrived, and what was made of it. */
  'end-upload': { uploadId: string };
  /** Publishes a video, gallery, or photo at its scheduled time. */
  'publish-media-item': { kind: 'video' | 'gallery' | 'photo'; id: string };
  /** Ends an auction. Runs again later if a late bid extended it. */
  'auction-end': { auctionId: string };
  /** Ends auctions whose own job was lost. Recurring. */
  'auctions-due': Record<string, never>;
  /** Tells voters that a poll has ended. */
  'poll-ended': { feedId: string };
  /** Publishes or expires a post at its scheduled time. */
  'publish-due-post': { feedId: string };
  /** Publishes or expires posts whose own job was lost. Recurring. */
  'publish-due-posts': Record<string, never>;
  /** Ends message requests that weren't answered in time, and returns their prices. Recurring. */
  'message-requests-due': Record<string, never>;
  /** Ends private streams and requests whose time is over, and settles those whose process died. Recurring. */
  'private-streams-due': Record<string, never>;
  /** Reopens or ends streams whose process was stopped, and cancels announced ones that never began. Recurring. */
  'streams-due': Record<string, never>;
  /** Tells people of a stream, a batch at a time. `after` is the last one told. */
  'stream-announce': { streamId: string; what: 'announced' | 'live' | 'cancelled'; after: string | null };
  /** Refunds tickets that were in vain. `mediaUntil`: when the stream last had media; null if it never had. */
  'stream-tickets': { streamId: string; mediaUntil: string | null };
  /** Makes a video of a stream's recording. */
  'stream-replay': { streamId: string };
  /** Delivers the next batches of a mass message. */
  'broadcast-deliver': { broadcastId: string };
  /** Deletes the copies of a mass message. `after` is the last fan already handled; null at the start. */
  'broadcast-unsend': { broadcastId: string; after: string | null };
  /** Sends a fan the automatic message of their creator. `cause` names the event, which sends one only. */
  'automatic-message': {
    performerId: string;
    accountId: string;
    kind: AutomaticKind;
    cause: string;
  };
  /** Sends a creator's scheduled message to one person. */
  'scheduled-message': { scheduledId: string };
  /** Tells followers who asked for it of a new post, a batch at a time. `after` is the last one told. */
  'post-announce': { feedId: string; after: string | null };
  /** Tells the people whom a post mentions. */
  'post-mentions': { feedId: string };
  /** Tells the people whom a comment mentions. */
  'comment-mentions': { commentId: string };
  /** Decides whether something is still news to a person, and queues a push for each of their devices. */
  'push-due': { accountId: string; source: PushSource };
  /** Hands a push to one device's push service. `stamp`: what it told then; something newer has its own job. */
  'push-send': { subscriptionId: string; source: PushSource; stamp: number };
  /** Emails the notification digests that are due. Recurring. */
  'digests-due': Record<string, never>;
  /** Emails operators what waits for them. Recurring. */
  'operator-digest': Record<string, never>;
  /** Deletes notifications that were read long ago. Recurring. */
  'notifications-old': Record<string, never>;
  /** Writes the copy of an account's data. */
  'data-export': { exportId: string };
  /** Deletes copies of accounts' data that have expired. Recurring. */
  'data-exports-old': Record<string, never>;
  /** Reminds of accounts' deletions, and queues those that are due. Recurring. */
  'deletions-due': Record<string, never>;
  /** Deletes an account for good. */
  'account-erase': { accountId: string };
  /** Deletes old idempotency keys, rate limits, and finished jobs. Recurring. */
  tidy: Record<string, never>;
}
export type JobKind = keyof JobPayloads;

/** `rests`: a recurring job found nothing that becomes due within a minute, so it needn't run before that. */
export type JobOutcome = 'rests' | void;

/** One attempt at a job. */
export interface JobRun {
  /** Starts at 1. Attempts cut short by the end of their process count. */
  readonly attempt: number;
  /**
   * Aborted when the process is stopping. Throw then, and the job goes back to the queue as if it hadn't
   * started.
   */
  readonly signal: AbortSignal;
}
