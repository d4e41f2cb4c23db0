import type { z } from 'zod';
import type { EarningSource } from '#contract/money/earnings.ts';

export type Source = z.infer<typeof EarningSource>;

export const sourceLabels: Readonly<Record<Source, string>> = {
  subscription: 'Subscriptions',
  tip: 'Tips',
  feed: 'Posts',
  product: 'Products',
  video: 'Videos',
  gallery: 'Galleries',
  message: 'Messages',
  stream: 'Live',
  auction: 'Auctions',
  first_message: 'First messages',
  refund: 'Refunds',
  referral: 'Referrals',
  payout: 'Payouts',
  adjustment: 'Adjustments',
};
