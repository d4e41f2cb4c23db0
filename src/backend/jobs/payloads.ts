/** What each kind of job is told. A new kind gets a line here and its function in `kinds.ts`. */
export interface JobPayloads {
  /** Asks the gateway again about a payment whose outcome was never recorded. */
  'payment-reconcile': { paymentId: string };
  /** Gives a refunded payment back to its card. */
  'payment-refund': { paymentId: string };
  /** Queues the subscriptions whose period runs out. Repeats itself. */
  'subscriptions-due': Record<string, never>;
  'subscription-renew': { subscriptionId: string };
  /** Hands a mail of the outbox to the mailer. */
  'mail-send': { mailId: string };
  /** Writes the mail with a one-time link, if the address is anybody’s. */
  'account-link': { email: string; purpose: 'reset-password' | 'verify-email' };
  /** Removes objects that nothing names any more. */
  'remove-objects': { keys: string[] };
  /** Deletes an upload that ended up in no post. */
  'drop-unused-file': { fileId: string };
  /** Forgets old keys, limits and finished jobs. Repeats itself. */
  tidy: Record<string, never>;
}
export type JobKind = keyof JobPayloads;
