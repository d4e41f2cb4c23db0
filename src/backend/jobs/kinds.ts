import type { Ctx } from '../context.ts';
import { sendAccountLink } from '../domain/auth-links.ts';
import { removeObjects } from '../domain/files.ts';
import { sendMail } from '../domain/mails.ts';
import { reconcilePayment } from '../domain/payments-settle.ts';
import { refundToCard } from '../domain/payments-refund.ts';
import { queueDueSubscriptions, renewSubscription } from '../domain/subscription-renewal.ts';
import { dropUnusedFile } from '../domain/uploads.ts';
import type { JobKind, JobPayloads } from './payloads.ts';
import { tidy } from './tidy.ts';

/**
 * Does a job's work, outside any transaction of the runner. Throwing means: try again later.
 * A process can die between the work and the note that it's done, so the work must bear being done twice.
 */
export type JobFunction<P> = (ctx: Ctx, payload: P) => Promise<void>;

export const jobKinds: { readonly [K in JobKind]: JobFunction<JobPayloads[K]> } = {
  'account-link': (ctx, { email, purpose }) => sendAccountLink(ctx, email, purpose),
  'mail-send': (ctx, { mailId }) => sendMail(ctx, mailId),
  'payment-reconcile': (ctx, { paymentId }) => reconcilePayment(ctx, paymentId),
  'payment-refund': (ctx, { paymentId }) => refundToCard(ctx, paymentId),
  'subscription-renew': (ctx, { subscriptionId }) => renewSubscription(ctx, subscriptionId),
  'subscriptions-due': (ctx) => queueDueSubscriptions(ctx),
  'remove-objects': (ctx, { keys }) => removeObjects(ctx, keys),
  'drop-unused-file': (ctx, { fileId }) => dropUnusedFile(ctx, fileId),
  tidy: (ctx) => tidy(ctx),
};

/** Seconds from one end of a kind that repeats itself to its next start. */
export const recurring: Partial<Record<JobKind, number>> = { 'subscriptions-due': 60, tidy: 3600 };
