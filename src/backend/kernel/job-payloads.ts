import type { Cents } from '#lib/units.ts';

/** What each kind of job is told. A new kind gets a line here and its function in `kinds.ts`. */
export interface JobPayloads {
  /** Asks the gateway again about a payment whose outcome was never recorded. */
  'payment-reconcile': { paymentId: string };
  /** Gives a refunded payment back to its card. */
  'payment-refund': { paymentId: string };
  /** Has the gateway forget a removed card. */
  'card-remove': { cardId: string };
  /** Applies what the gateway reported. */
  'webhook-apply': { eventId: string };
  /** Announces the renewals of the coming days by mail. Repeats itself. */
  'renewal-notices': Record<string, never>;
  /** Credits referrers with their share of what has been paid since. Repeats itself. */
  'referrals-due': Record<string, never>;
  /** Sends an approved payout on through the gateway. */
  'payout-transfer': { payoutId: string };
  /** Adds up the days that can't change any more. Repeats itself. */
  'earning-days': Record<string, never>;
  /**
   * Tells a batch of subscribers of a creator's new price (cents); `after`: the last subscription that was
   * told.
   */
  'price-changed': {
    performerId: string;
    type: 'monthly' | 'yearly';
    price: Cents;
    changeId: string;
    after: string | null;
  };
  /** Queues the subscriptions whose period runs out. Repeats itself. */
  'subscriptions-due': Record<string, never>;
  'subscription-renew': { subscriptionId: string };
  /** Queues the orders whose deadline has come. Repeats itself. */
  'orders-due': Record<string, never>;
  'order-due': { orderId: string };
  /** Hands a mail of the outbox to the mailer. */
  'mail-send': { mailId: string };
  /** Writes the mail with a one-time link, if the address is anybody’s. */
  'account-link': { email: string; purpose: 'reset-password' | 'verify-email'; from?: string | undefined };
  /** A deadline of a change of an email address. */
  'email-change-due': { changeId: string };
  /** Makes the renditions of a video or of sound. Takes as long as it takes: run apart from the others. */
  'process-file': { fileId: string };
  /** Removes objects that nothing names any more. */
  'remove-objects': { keys: string[] };
  /** Deletes an upload that ended up in no post. */
  'drop-unused-file': { fileId: string };
  /** Publishes a video, gallery or photo whose time has come. */
  'publish-work': { kind: 'video' | 'gallery' | 'photo'; id: string };
  /** Ends an auction whose time has come; a late bid makes it come again. */
  'auction-end': { auctionId: string };
  /** Ends those whose own job was lost. Repeats itself. */
  'auctions-due': Record<string, never>;
  /** Tells those who voted that a poll has ended. */
  'poll-ended': { feedId: string };
  /** Publishes a post whose time has come, takes down one whose time is over. */
  'feed-due': { feedId: string };
  /** The same for what slept through its moment. Repeats itself. */
  'feeds-due': Record<string, never>;
  /** Forgets old keys, limits and finished jobs. Repeats itself. */
  tidy: Record<string, never>;
}
export type JobKind = keyof JobPayloads;

/** One try at a job. */
export interface JobRun {
  /** 1 is the first. Tries that ended with their process count. */
  readonly attempt: number;
  /** Aborted when the process is to end: throw then, and the job is handed back as if it hadn't begun. */
  readonly signal: AbortSignal;
}
